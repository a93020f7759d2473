import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  '../locales/en/{audit,mails,managedSpaces,methods,statistics,users}.json',
  {
    eager: true,
    import: 'default',
  },
)
/** What only system management says in English, by capability. */
export const en = byCapability(files)
