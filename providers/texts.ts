import type zhCommon from '#locales/zh/common.json'
import type zhErrors from '#locales/zh/errors.json'
import type zhFiles from '#locales/zh/files.json'
import type zhHome from '#locales/zh/home.json'
import type zhPolicy from '#locales/zh/policy.json'
import type zhPreview from '#locales/zh/preview.json'
import type zhSession from '#locales/zh/session.json'
import type zhSettings from '#locales/zh/settings.json'
import type zhShell from '#locales/zh/shell.json'
import type zhSpaces from '#locales/zh/spaces.json'
import type zhTrash from '#locales/zh/trash.json'
import type zhUploads from '#locales/zh/uploads.json'

/** All texts of one language, by capability; the Chinese files say which keys there are. */
export type Texts = {
  common: typeof zhCommon
  errors: typeof zhErrors
  files: typeof zhFiles
  home: typeof zhHome
  policy: typeof zhPolicy
  preview: typeof zhPreview
  session: typeof zhSession
  settings: typeof zhSettings
  shell: typeof zhShell
  spaces: typeof zhSpaces
  trash: typeof zhTrash
  uploads: typeof zhUploads
}
