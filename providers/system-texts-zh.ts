import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  '../locales/zh/{audit,mails,managedSpaces,methods,statistics,users}.json',
  {
    eager: true,
    import: 'default',
  },
)
/** What only system management says in Chinese, by capability. */
export const zh = byCapability(files)
