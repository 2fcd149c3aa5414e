package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Verify gives nil when a delivery is genuine; rawBody is the body as it came, not parsed.
func Verify(secret string, header http.Header, rawBody []byte, now time.Time) error {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return errors.New("no timestamp")
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return errors.New("too old, or the clocks differ")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return errors.New("the secret is not base64")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := []byte(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// Two signatures for a day after a new secret: one that matches is enough.
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		version, given, _ := strings.Cut(signature, ",")
		if version == "v1" && hmac.Equal([]byte(given), expected) {
			return nil
		}
	}
	return errors.New("no signature matches")
}
