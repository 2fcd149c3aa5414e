// Made by test/unit/docs/reference.test.ts, to be compiled with everything else.
import { readFile, writeFile } from 'node:fs/promises';
import type { VideoClient } from '#front/client/index.ts';

declare const video: VideoClient;
await video.post("/uploads", {
  body: {
    content_type: "image/png",
    size_bytes: 183204,
  },
});
await video.delete("/batches/{id}", {
  params: {
    path: {
      id: "bat_01JD7XK3ZV5Q8W9R2T4Y6B0C1R",
    },
  },
});
await video.delete("/renders/{id}", {
  params: {
    path: {
      id: "rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1G",
    },
  },
});
await video.get("/timelines/{id}/check", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.post("/batches", {
  body: {
    timeline_id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    rows: [
      {
        variables: {
          name: "Ada",
        },
        external_id: "customer-1",
      },
      {
        variables: {
          name: "Grace",
        },
        external_id: "customer-2",
      },
    ],
  },
});
await video.post("/account/keys", {
  body: {
    name: "Dashboard",
    scope: "read",
  },
});
await video.post("/renders", {
  body: {
    timeline_id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    output: {
      resolution: "1080p",
      codec: "h264",
      format: "landscape",
    },
  },
});
await video.post("/timelines/{id}/slides", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
  body: {
    title: "Welcome",
    bullet_points: [
      "One",
      "Two",
    ],
    speaker_notes: "Welcome.",
    position: 0,
  },
});
await video.post("/templates", {
  body: {
    name: "Acme",
    base: "minimal",
    colors: {
      background: "#fffaf0",
      accent: "#0a7d5a",
    },
  },
});
await video.post("/templates/from", {
  body: {
    url: "https://example.com",
  },
});
await video.post("/timelines", {
  body: {
    title: "Quarterly review",
    format: "landscape",
    resolution: "1080p",
    slides: [
      {
        title: "Where we stand",
        bullet_points: [
          "Revenue up 12 %",
          "Two new markets",
        ],
        speaker_notes: "Hello all.",
      },
      {
        title: "What comes next",
        layout: "section",
        duration_seconds: 4,
      },
    ],
  },
});
await video.post("/webhooks", {
  body: {
    url: "https://example.com/hook",
    events: [
      "render.completed",
      "render.failed",
    ],
  },
});
await video.delete("/timelines/{id}/background-audio", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.delete("/fonts/{id}", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.delete("/account/keys/{id}", {
  params: {
    path: {
      id: "key_01JD7XK3ZV5Q8W9R2T4Y6B0C1Q",
    },
  },
});
await video.delete("/renders/{id}/files", {
  params: {
    path: {
      id: "rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1G",
    },
  },
});
await video.delete("/timelines/{id}/slides/{sid}", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
      sid: "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
    },
  },
});
await video.delete("/timelines/{id}/slides/{sid}/images", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
      sid: "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
    },
  },
});
await video.delete("/templates/{id}", {
  params: {
    path: {
      id: "plain",
    },
  },
});
await video.delete("/templates/{id}/logo", {
  params: {
    path: {
      id: "plain",
    },
  },
});
await video.delete("/timelines/{id}", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.delete("/webhooks/{id}", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
});
await video.post("/webhooks/{id}/enable", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
});
await video.post("/timelines/{id}/slides/{sid}/audio", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
      sid: "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
    },
  },
});
await video.get("/account");
await video.get("/batches/{id}", {
  params: {
    path: {
      id: "bat_01JD7XK3ZV5Q8W9R2T4Y6B0C1R",
    },
  },
});
{
const answer = await fetch("https://api.example.com/v1/batches/bat_01JD7XK3ZV5Q8W9R2T4Y6B0C1R/results.csv", {
  headers: { 'x-api-key': process.env.VIDEO_API_KEY ?? '' },
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile("results.csv", Buffer.from(await answer.arrayBuffer()));
}
{
const answer = await fetch("https://api.example.com/v1/timelines/tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E/contact-sheet", {
  headers: { 'x-api-key': process.env.VIDEO_API_KEY ?? '' },
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile("picture.png", Buffer.from(await answer.arrayBuffer()));
}
await video.get("/entitlements");
await video.get("/imports/{id}", {
  params: {
    path: {
      id: "im_01JD7XK3ZV5Q8W9R2T4Y6B0C1M",
    },
  },
});
{
const answer = await fetch("https://api.example.com/v1/imports/im_01JD7XK3ZV5Q8W9R2T4Y6B0C1M/report.html", {
  headers: { 'x-api-key': process.env.VIDEO_API_KEY ?? '' },
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile("report.html", Buffer.from(await answer.arrayBuffer()));
}
await video.get("/me");
await video.get("/renders/{id}", {
  params: {
    path: {
      id: "rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1G",
    },
  },
});
await video.get("/timelines/{id}/slides/{sid}/audio", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
      sid: "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
    },
  },
});
await video.get("/templates/{id}", {
  params: {
    path: {
      id: "plain",
    },
  },
});
await video.get("/timelines/{id}", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.get("/renders/{id}/transcript", {
  params: {
    path: {
      id: "rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1G",
    },
  },
});
await video.get("/webhooks/{id}", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
});
await video.upload("/timelines/import", await readFile("talk.pptx"), {
  contentType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
});
await video.get("/batches/{id}/renders", {
  params: {
    path: {
      id: "bat_01JD7XK3ZV5Q8W9R2T4Y6B0C1R",
    },
  },
});
await video.get("/batches");
await video.get("/webhooks/{id}/deliveries", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
});
await video.get("/fonts");
await video.get("/icons");
await video.get("/imports");
await video.get("/account/keys");
await video.get("/renders/{id}/deliveries", {
  params: {
    path: {
      id: "rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1G",
    },
  },
});
await video.get("/renders");
await video.get("/timelines/{id}/slides", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.get("/templates");
await video.get("/timelines");
await video.get("/uploads");
await video.get("/voices");
await video.get("/webhooks");
{
const answer = await fetch("https://api.example.com/v1/timelines/tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E/slides/sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F/preview", {
  headers: { 'x-api-key': process.env.VIDEO_API_KEY ?? '' },
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile("picture.png", Buffer.from(await answer.arrayBuffer()));
}
await video.post("/speech/preview", {
  body: {
    text: "It costs $3.5M/yr, i.e. 10x.",
    language: "en",
  },
});
await video.post("/webhooks/{id}/deliveries/{did}/redeliver", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
      did: "dl_01JD7XK3ZV5Q8W9R2T4Y6B0C1J",
    },
  },
});
await video.post("/renders/{id}/deliveries/{did}/redeliver", {
  params: {
    path: {
      id: "rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1G",
      did: "dl_01JD7XK3ZV5Q8W9R2T4Y6B0C1J",
    },
  },
});
await video.patch("/timelines/{id}/slides/reorder", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
  body: {
    slide_ids: [
      "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
      "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    ],
  },
});
await video.post("/webhooks/{id}/deliveries/replay", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
  body: {
    since: "2026-03-04T00:00:00.000Z",
  },
});
await video.post("/webhooks/{id}/rotate-secret", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
});
await video.post("/webhooks/{id}/test", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
  body: {
    event: "render.completed",
  },
});
await video.put("/account/keys/{id}", {
  params: {
    path: {
      id: "key_01JD7XK3ZV5Q8W9R2T4Y6B0C1Q",
    },
  },
  body: {
    name: "Nightly build",
  },
});
await video.put("/timelines/{id}/slides/{sid}", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
      sid: "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
    },
  },
  body: {
    speaker_notes: "Said in other words.",
  },
});
await video.put("/templates/{id}", {
  params: {
    path: {
      id: "plain",
    },
  },
  body: {
    colors: {
      accent: "#b3261e",
    },
    version: 1,
  },
});
await video.put("/timelines/{id}", {
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
  body: {
    title: "Annual review",
    transition: {
      type: "fade",
      duration_seconds: 0.5,
    },
    version: 3,
  },
});
await video.put("/webhooks/{id}", {
  params: {
    path: {
      id: "wh_01JD7XK3ZV5Q8W9R2T4Y6B0C1H",
    },
  },
  body: {
    url: "https://example.com/new-hook",
    version: 1,
  },
});
await video.upload("/timelines/{id}/background-audio", await readFile("music.mp3"), {
  contentType: "audio/mpeg",
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
    },
  },
});
await video.upload("/fonts", await readFile("Brand.ttf"), {
  contentType: "font/ttf",
});
await video.upload("/timelines/{id}/slides/{sid}/images", await readFile("harbour.jpg"), {
  contentType: "image/jpeg",
  params: {
    path: {
      id: "tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E",
      sid: "sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F",
    },
  },
});
await video.upload("/templates/{id}/logo", await readFile("logo.png"), {
  contentType: "image/png",
  params: {
    path: {
      id: "plain",
    },
  },
});
