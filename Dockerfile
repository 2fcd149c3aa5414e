# The service on one server, as an image: the npm package of this checkout on Debian. lib/front/docs/guides/one-server.md has the steps
# around it, compose.yml the proxy. For linux/amd64: npm has no embedded database for arm64.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run -s pack:service -- --out /packed
RUN npm install --prefix /opt/video-timeline --omit=dev --no-audit --no-fund /packed/*.tgz

FROM node:24-bookworm-slim
COPY --from=build /opt/video-timeline/node_modules /opt/video-timeline/node_modules
COPY localstack/container/entrypoint.sh /usr/local/bin/entrypoint
RUN ln -s /opt/video-timeline/node_modules/.bin/video-timeline /usr/local/bin/video-timeline \
  && install -d -o node -g node -m 700 /data

# All that is written: the state, files of work under way, and what V8 compiled.
ENV DATA_DIR=/data/state TMPDIR=/data/tmp NODE_COMPILE_CACHE=/data/compiled NODE_ENV=production
VOLUME /data
WORKDIR /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["entrypoint"]
CMD ["start"]
