type Words = { zh: string; en: string }

/** The texts of a bilingual field that are there, that of the reader's language first. */
export function saidFirst(words: Words, lang: string): { language: 'zh' | 'en'; text: string }[] {
  const order = lang === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)
  return order.map((language) => ({ language, text: words[language] })).filter(({ text }) => text !== '')
}

/** A bilingual field in the reader's language, else in the other one. */
export const inReading = (words: Words, lang: string): string => saidFirst(words, lang)[0]?.text ?? ''
