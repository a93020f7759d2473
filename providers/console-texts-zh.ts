import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>('../locales/zh/{common,joining,policy,spaces,uploads}.json', {
  eager: true,
  import: 'default',
})
/** What the frame of the console and the list of spaces say in Chinese, by capability. */
export const zh = byCapability(files)
