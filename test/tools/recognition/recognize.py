"""What PocketSphinx understands of speech: a line of words for each WAV file (mono, 16 bit, 16 kHz) that is named on standard input."""
import sys
import wave

from pocketsphinx import Decoder

decoder = Decoder(samprate=16000)
for line in sys.stdin:
    with wave.open(line.strip()) as file:
        sound = file.readframes(file.getnframes())
    decoder.start_utt()
    decoder.process_raw(sound, full_utt=True)
    decoder.end_utt()
    print(decoder.hyp().hypstr if decoder.hyp() else "", flush=True)
