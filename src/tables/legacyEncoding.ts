// Recognizes the encoding of a text that is not UTF-8, by the words it makes in each: those of one language, in one
// case, or of East Asian characters. chardet decides between East Asian encodings for which that is equal.
import { analyse } from "chardet";

const western = [
  "äöüßåæøé", // German, Swedish, Danish, Norwegian, Finnish
  "àâæçèéêëîïôöœùûüÿ", // French, Dutch
  "áàçéèíïñóòúü", // Spanish, Catalan
  "ãõáâàéêíóôúüç", // Portuguese
  "àèéìíîòóùú", // Italian
  "áðéíóúýþæö", // Icelandic
];
const central = [
  "ąćęłńóśźż", // Polish
  "áäčďéěíĺľňóôŕřšťúůýž", // Czech, Slovak
  "áéíóöőúüű", // Hungarian
  "čćđšž", // Croatian, Serbian, Slovenian
  "ăâîşţ", // Romanian
  "äöüß",
];
const russian = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя";
const cyrillic = [russian, "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяў", "абвгдђежзијклљмнњопрстћуфхцчџшѓќѕ"];
const turkish = "çğıİöşüâîû";
const baltic = ["ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"];

/** The letters of languages by their encodings. If several make words of a text, the first one counts. */
const alphabets: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
  // Its words can be Icelandic letters, but an Icelandic text has others.
  ["windows-1254", [turkish]],
  ["windows-1252", western],
  ["windows-1250", central],
  // Their bytes are Cyrillic letters, too, but a Cyrillic text has others.
  ["windows-1255", ["אבגדהוזחטיךכלםמןנסעףפץצקרשת"]],
  ["windows-1253", ["αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ"]],
  ["windows-1251", cyrillic],
  ["windows-1256", ["ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگک"]],
  ["windows-1257", baltic],
  // Without rare letters, because Chinese bytes are Thai letters, too.
  ["windows-874", ["กขคฆงจฉชซญฐณดตถทธนบปผฝพฟภมยรลวศษสหอะัาำิีึืุูเแโใไ็่้๊๋์"]],
  ["koi8-r", [russian]],
  ["ibm866", [russian]],
  ["iso-8859-2", central],
  ["macintosh", western],
];

const chinese = /^[\p{ASCII}\p{Script=Han}\u3000-\u303f\uff00-\uff5e]+$/u;
const japanese =
  /^[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\p{No}㈱㈲\uff00-\uff9f]+$/u;
/** Characters that are frequent in tables of companies and people. */
const korean = "주식회사이름전자동차은행서울부산대한국현삼성김박최정영수철민상기업명소화학건설무역홈페지담당네카오";
/** East Asian encodings: the letters of words, and characters that are frequent in tables of companies and people. */
const eastAsian: readonly (readonly [encoding: string, words: RegExp, frequent: string])[] = [
  [
    "shift_jis",
    japanese,
    "ぁ-ヶー株式会社有限東西南北京都大阪市区県町村山田中川本日名称前住所電話代表者氏企業商店工男女",
  ],
  [
    "gb18030",
    chinese,
    "公司有限东西南北京上海深圳广州科技名称网址站地电话贸易实业集团股份中国际企姓联系人大新华天工商务信息发展银行建设品成石油",
  ],
  [
    "big5",
    chinese,
    "公司有限東西南北台灣臺科技名稱網址站地電話貿易實業集團股份中國際企姓聯絡人大新華天工商務信發展銀行建設品男女",
  ],
  ["euc-kr", /^[\p{ASCII}\p{Script=Hangul}\u3000-\u303f\uff00-\uff5e]+$/u, korean],
  ["euc-jp", japanese, "ぁ-ヶー株式会社有限東西南北京都大阪市区県町村山田中川本日名称前住所電話代表者氏企業商店工男女"],
];

/** What no word of a language of Western Europe has: `Gdañsk` is Gdańsk, `Kovaèeviæ` Kovačević, `Gyõr` Győr. */
const notWestern = /ñ(?![aeiouyáéíóúü])|è[aeiouyáéíóú]|iæ|õ(?!e)|ã(?![oeis]|$)/iu;
/** A capital within a word, a final letter before its end, and too many letters with accents in a row. */
const misplaced = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|[ךםןףץς]\p{L}|(?![Żż]ół)[\u00c0-\u024f]{3}/u;
/** Signs at the ends of words. */
const signs = /^[“„‘‚«‹¿¡€£§•…–—°]|[”“’»›™®©°€£…–—²³]$/gu;
/** More do not make the detection more reliable, and would block the thread. */
const mostBytes = 8 * 1024;
/** A table has the same columns in each row, so single cells would all be of one column. */
const cellsAtOnce = 64;
const longestWord = 60;
/** A few words of UTF-8 among others show that files were joined: words in other encodings do not look like that. */
const weightOfUtf8 = 20;
/** An East Asian text is hardly ever one of words in an alphabet, but words in capitals can be Chinese. */
const weightOfAlphabet = 1.3;

const betweenCells: ReadonlySet<number> = new Set(Buffer.from(',;\t\r\n"'));

/** Some of the cells with letters beyond ASCII, a line each: whole rows, evenly from the sample. */
function cellsBeyondAscii(sample: Uint8Array): Uint8Array {
  const cells: Uint8Array[] = [];
  let bytes = 0;
  for (let at = 0, start = 0, isBeyond = false; at <= sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (at === sample.length || betweenCells.has(byte)) {
      if (isBeyond) {
        cells.push(sample.subarray(start, at), Buffer.from("\n"));
        bytes += at - start;
      }
      start = at + 1;
      isBeyond = false;
    }
    isBeyond ||= byte >= 0x80;
  }
  const step = Math.ceil(bytes / mostBytes);
  const some = cells.filter((_, nth) => Math.floor(nth / cellsAtOnce) % step === 0);
  return Buffer.concat(some).subarray(0, 2 * mostBytes);
}

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/[\s\d!"#$%&()*+,./:;<=>?@[\\\]^_`{|}~'-]+/u)
    .filter((word) => word.length <= longestWord && /\P{ASCII}/u.test(word));

/** As a stream, because Node 22 decodes Windows-1252 as Latin-1 otherwise. */
const decoded = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

/** The share of words for which a test is true. */
function shareOf(words: readonly string[], test: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(test).length / words.length;
}

/** Whether a word has only letters of a language, in capitals, in small letters, or with a capital first. */
function isWordOf(letters: string): (word: string) => boolean {
  const latin = /\p{Script=Latin}/u.test(letters) ? "a-zA-Z" : "";
  const all = `[${latin}${letters}${letters.toLocaleUpperCase("en")}]`;
  const pattern = new RegExp(`^${all}*(?:(?:’|[–—](?=\\p{Lu}))${all}+)*$`, "u");
  return (text) => {
    const word = text.replace(signs, "");
    return pattern.test(word) && !misplaced.test(word) && !(western.includes(letters) && notWestern.test(word));
  };
}

/** The share of words that one of the languages has. Where it is equal, a text in one language is more likely. */
function shareOfLanguages(words: readonly string[], languages: readonly string[]): number {
  const tests = languages.map(isWordOf);
  const ofOne = tests.map((isWord) => shareOf(words, isWord));
  return shareOf(words, (word) => tests.some((isWord) => isWord(word))) + Math.max(...ofOne) / 100;
}

/** The share of words in East Asian letters. Where it is equal, frequent letters decide, and then chardet. */
function shareOfEastAsian(words: readonly string[], pattern: RegExp, frequent: string): number {
  const isFrequent = new RegExp(`[${frequent}]`, "u");
  const share = shareOf(words, (word) => pattern.test(word) && !/\P{ASCII}[a-z]/u.test(word));
  return share + 0.2 * shareOf(Array.from(words.join("")), (letter) => isFrequent.test(letter));
}

/** The most likely encoding of bytes that are not UTF-8; "utf-8" when some of the words are. */
export function legacyEncoding(sample: Uint8Array): string {
  const cells = cellsBeyondAscii(sample);
  if (wordsOf(decoded("windows-1252", cells)).length === 0) {
    return "windows-1252";
  }
  const found = new Map(analyse(cells).map(({ name, confidence }) => [name.toLowerCase(), confidence]));
  const utf8 = wordsOf(decoded("utf-8", cells)).filter((word) => word.length > 1);
  const scores: readonly (readonly [encoding: string, score: number])[] = [
    ["windows-1252", 0],
    ...alphabets.map(([encoding, languages]) => {
      const words = wordsOf(decoded(encoding, cells));
      return [encoding, weightOfAlphabet * shareOfLanguages(words, languages)] as const;
    }),
    ...eastAsian.map(([encoding, pattern, frequent]) => {
      const words = wordsOf(decoded(encoding, cells));
      return [encoding, shareOfEastAsian(words, pattern, frequent) + (found.get(encoding) ?? 0) / 1_000] as const;
    }),
    [
      "utf-8",
      weightOfUtf8 *
        shareOfLanguages(
          utf8,
          alphabets.flatMap(([, languages]) => languages),
        ),
    ],
  ];
  const [best] = scores.reduce((one, other) => (other[1] > one[1] ? other : one));
  return decoded(best, sample) === decoded("windows-1252", sample) ? "windows-1252" : best;
}
