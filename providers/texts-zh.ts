import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  '../locales/zh/{errors,home,registration,session,shell,signIn}.json',
  {
    eager: true,
    import: 'default',
  },
)
/** What public pages say in Chinese, by capability. */
export const zh = byCapability(files)
