import type { Announcements, Maintenance, MaintenanceMode, Notice } from '#contract/notices.ts'
import type { By, Language, SignedIn } from '#server/http/context.ts'
import { maintenanceRefusal } from '#server/http/maintenance.ts'
import { textOf } from '#server/http/texts.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { NoticeStore } from './store.ts'

type Needs = {
  store: NoticeStore
  settings: Pick<SettingService, 'maintenance' | 'setMaintenance' | 'announcements' | 'setAnnouncements'>
  now: () => Date
}
type Both = { zh: string; en: string }

const inLanguage = (text: Both, language: Language) => text[language] || text.zh || text.en
/** The maintenance message in both languages; the default in one for which none is set. */
const messageOf = ({ mode, message }: Maintenance): Both => {
  const of = (language: Language) => message[language] || textOf(language, `notices.messages.${mode}`)
  return { zh: of('zh'), en: of('en') }
}

/** Announcements of the site, and refusals during maintenance. */
export function noticeService({ store, settings, now }: Needs) {
  const isNow = ({ from }: Pick<Maintenance, 'from'>) => from === null || Date.parse(from) <= now().getTime()

  /** The mode that holds now. */
  async function modeNow(): Promise<MaintenanceMode> {
    const maintenance = await settings.maintenance()
    return isNow(maintenance) ? maintenance.mode : 'off'
  }

  /**
   * Refuses what the maintenance forbids; administrators may do everything. Throws maintenance.
   */
  async function demandOpen(role: SignedIn['role'] | null, isWriting: boolean): Promise<void> {
    if (role === 'role_admin') return
    const mode = await modeNow()
    if (mode === 'closed' || (mode === 'readOnly' && isWriting))
      throw maintenanceRefusal(messageOf(await settings.maintenance()))
  }

  async function current(actor: SignedIn | null, language: Language): Promise<Notice[]> {
    const [maintenance, { list }] = await Promise.all([settings.maintenance(), settings.announcements()])
    const at = now().getTime()
    const shown = list.filter(
      ({ from, until }) => (from === null || Date.parse(from) <= at) && (until === null || Date.parse(until) > at),
    )
    const dismissed = actor && shown.length ? await store.dismissedBy(actor.id) : new Set<string>()
    const own: Notice[] = shown
      .filter(({ id, isDismissable }) => !isDismissable || !dismissed.has(id))
      .map(({ id, level, text, isDismissable }) => ({
        id,
        level,
        text: inLanguage(text, language),
        from: null,
        isDismissable,
      }))
    if (maintenance.mode === 'off') return own
    const message = messageOf(maintenance)[language]
    const from = isNow(maintenance) ? null : maintenance.from
    // Only the sign-in pages are open, where others would sign in for nothing.
    const isForAdministrators = maintenance.mode === 'closed' && from === null && actor === null
    const text = isForAdministrators ? textOf(language, 'notices.onlyAdministrators', { message }) : message
    return [{ id: null, level: from ? 'info' : 'warning', text, from, isDismissable: false }, ...own]
  }

  async function setAnnouncements(next: Announcements, by: By): Promise<Announcements> {
    const kept = await settings.setAnnouncements(next, by)
    await store.keepOnly(kept.list.map(({ id }) => id))
    return kept
  }

  return {
    modeNow,
    messageNow: async () => messageOf(await settings.maintenance()),
    demandOpen,
    current,
    setAnnouncements,
    dismiss: async ({ id }: { id: string }, { actor }: { actor: SignedIn }): Promise<null> => {
      await store.dismiss(actor.id, id)
      return null
    },
  }
}
export type NoticeService = ReturnType<typeof noticeService>
