import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** Sample sentences ("This is how I sound …") by language. */
const SAMPLE_SENTENCES: Readonly<Record<string, string>> = {
  ar: 'هكذا يبدو صوتي حين أقرأ شرائحك.',
  bn: 'আপনার স্লাইড পড়ার সময় আমার কণ্ঠ এমন শোনায়।',
  ca: 'Així sona la meva veu quan llegeixo les teves diapositives.',
  cs: 'Takto zní můj hlas, když čtu vaše snímky.',
  da: 'Sådan lyder min stemme, når jeg læser dine slides.',
  de: 'So klingt meine Stimme, wenn ich Ihre Folien vorlese.',
  el: 'Έτσι ακούγεται η φωνή μου όταν διαβάζω τις διαφάνειές σας.',
  en: 'This is how I sound when I read your slides aloud.',
  es: 'Así suena mi voz cuando leo tus diapositivas.',
  fa: 'صدای من هنگام خواندن اسلایدهای شما این گونه است.',
  fi: 'Tältä ääneni kuulostaa, kun luen diojasi.',
  fr: 'Voici ma voix lorsque je lis vos diapositives.',
  he: 'כך נשמע הקול שלי כשאני קורא את השקפים שלך.',
  hi: 'आपकी स्लाइड पढ़ते समय मेरी आवाज़ ऐसी लगती है।',
  hu: 'Így szól a hangom, amikor felolvasom a diáit.',
  id: 'Beginilah suara saya saat membacakan salindia Anda.',
  it: 'Questa è la mia voce quando leggo le tue diapositive.',
  ja: 'スライドをよむときの、わたしのこえです。',
  ko: '슬라이드를 읽을 때 제 목소리는 이렇습니다.',
  nb: 'Slik høres stemmen min ut når jeg leser lysbildene dine.',
  nl: 'Zo klinkt mijn stem als ik je dia’s voorlees.',
  pl: 'Tak brzmi mój głos, gdy czytam twoje slajdy.',
  pt: 'É assim que a minha voz soa quando leio os seus slides.',
  ro: 'Așa sună vocea mea când vă citesc diapozitivele.',
  ru: 'Так звучит мой голос, когда я читаю ваши слайды.',
  sv: 'Så här låter min röst när jag läser dina bilder.',
  th: 'นี่คือเสียงของฉันเมื่ออ่านสไลด์ของคุณ',
  tr: 'Slaytlarınızı okurken sesim böyle duyuluyor.',
  uk: 'Так звучить мій голос, коли я читаю ваші слайди.',
  vi: 'Đây là giọng của tôi khi đọc các trang chiếu của bạn.',
  yue: '我讀你嘅投影片嗰陣，把聲就係咁。',
  zh: '这就是我朗读幻灯片时的声音。',
};

/** Numbers, which a voice of any language can read. */
const SAMPLE_NUMBERS = '1, 2, 3, 4, 5.';

/** Name of a language in that language; in English if the runtime does not know it. */
const nativeNameOf = (tag: string, language: string): string =>
  new Intl.DisplayNames([tag, 'en'], { type: 'language', fallback: 'none' }).of(language) ?? language;

/**
 * Sample text of a voice: a sentence in its language, otherwise the name of the language and a few numbers, which every
 * voice can read; for `und` only the numbers.
 * @param tag BCP 47
 */
export function voiceSampleText(tag: string): string {
  const { language } = new Intl.Locale(tag);
  if (tag === 'und') return SAMPLE_NUMBERS;
  // `no` is the macrolanguage of Bokmål.
  const sentence = ownPropertyValue(SAMPLE_SENTENCES, language === 'no' ? 'nb' : language);
  return sentence ?? `${nativeNameOf(tag, language)}. ${SAMPLE_NUMBERS}`;
}
