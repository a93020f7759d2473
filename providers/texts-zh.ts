const files = import.meta.glob<Record<string, unknown>>('../locales/zh/*.json', { eager: true, import: 'default' })
/** The Chinese texts, by capability. */
export const zh = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
)
