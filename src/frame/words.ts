import en from '#locales/en/preview.json'
import zh from '#locales/zh/preview.json'

type Name = keyof typeof zh.frame
type Key = `preview.frame.${Name}`

/** The words of a viewer in the frame, in the language of the page around it; `{{count}}` takes the number given. */
export function wordsIn(language: 'zh' | 'en'): (key: Key, count?: number) => string {
  const words: Record<Name, string> = language === 'zh' ? zh.frame : en.frame
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  return (key, count = 0) =>
    words[key.slice('preview.frame.'.length) as Name].replace('{{count}}', count.toLocaleString(locale))
}
