import en from '#locales/en/preview.json'
import zh from '#locales/zh/preview.json'

type Name = keyof typeof zh.frame
type Key = `preview.frame.${Name}`

/** The texts of a frame viewer in the page's language; `{{count}}` is replaced by the given number. */
export function wordsIn(language: 'zh' | 'en'): (key: Key, count?: number) => string {
  const words: Record<Name, string> = language === 'zh' ? zh.frame : en.frame
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  return (key, count = 0) =>
    words[key.slice('preview.frame.'.length) as Name].replace('{{count}}', count.toLocaleString(locale))
}
