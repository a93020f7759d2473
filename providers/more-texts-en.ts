import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../locales/en/*.json',
    '!../locales/en/{common,joining,policy,spaces,uploads}.json',
    '!../locales/en/{audit,mails,managedSpaces,methods,statistics,users}.json',
    '!../locales/en/{errors,home,invitation,mailSteps,refusals,registration,session,shareDoor,shell,signIn,spacePage}.json',
  ],
  { eager: true, import: 'default' },
)
/** What the other parts of the console say in English, by capability. */
export const en = byCapability(files)
