import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../locales/zh/*.json',
    '!../locales/zh/{common,joining,policy,spaces,uploads}.json',
    '!../locales/zh/{audit,mails,managedSpaces,methods,statistics,users}.json',
    '!../locales/zh/{errors,home,invitation,mailSteps,refusals,registration,session,shareDoor,shell,signIn,spacePage}.json',
  ],
  { eager: true, import: 'default' },
)
/** What the other parts of the console say in Chinese, by capability. */
export const zh = byCapability(files)
