import { useState } from 'preact/hooks';
import { useLoadedData } from '../load.ts';
import { loadVoicesOf } from '../load-voices.ts';
import { SpeedField } from './speed-field.tsx';
import { VoiceField } from './voice-field.tsx';

interface SlideVoiceProps {
  /** The language of the timeline. */
  language: string;
  voice: string;
  speed: string;
  /** The messages of the service about the fields. */
  faults: { voice?: string | undefined; speed?: string | undefined };
  onVoice: (voice: string) => void;
  onSpeed: (speed: string) => void;
}

function VoiceAndSpeedFields({ language, voice, speed, faults, onVoice, onSpeed }: SlideVoiceProps) {
  const voices = useLoadedData(() => loadVoicesOf(language), [language]);
  return (
    <>
      <VoiceField
        label="Voice"
        value={voice}
        voices={voices}
        noneLabel="Voice of the timeline"
        error={faults.voice}
        onSelect={onVoice}
      />
      <SpeedField label="Speed" value={speed} placeholder="of the timeline" error={faults.speed} onText={onSpeed} />
    </>
  );
}

/**
 * The fields for the voice and the speed of a slide. They are collapsed if the slide has the voice and the speed of the timeline. Voices
 * are loaded when the fields are shown.
 */
export function SlideVoiceFields(props: SlideVoiceProps) {
  const [isOpen, setIsOpen] = useState(props.voice !== '' || props.speed !== '');
  return (
    <details class="slide-voice" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Voice of this slide</summary>
      {isOpen && <VoiceAndSpeedFields {...props} />}
    </details>
  );
}
