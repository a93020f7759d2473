const files = import.meta.glob<Record<string, unknown>>('../locales/en/*.json', { eager: true, import: 'default' })
/** The English texts, by capability. */
export const en = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
)
