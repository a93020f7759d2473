import type { Flag } from '#contract/core/policy.ts'

/** Rights that the policy enforces, grouped for readers. */
export const groups = {
  own: ['F_DOWN_AM', 'F_EDIT_AM', 'F_DEL_AM'],
  others: ['F_DOWN_OT', 'F_EDIT_OT', 'F_DEL_OT'],
  making: ['F_MAKE'],
  tables: ['T_CREATE', 'T_EDIT', 'T_DELETE'],
  sharing: ['F_SHAR_FILE_AM', 'F_SHAR_FILE_OT', 'F_SHAR_SPACE'],
  access: ['F_OTHER_IM', 'F_OTHER_BAIDU', 'F_OTHER_FTP', 'F_OTHER_WEBDAV'],
  members: ['M_ADD', 'S_AUDIT', 'M_EDIT', 'M_DEL'],
  publication: ['P_ADD'],
  configuration: ['S_CONF_INFO', 'S_CONF_PER', 'S_CONF_BAK'],
} as const satisfies Record<string, readonly Flag[]>
