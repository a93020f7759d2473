import type { Bilingual } from '#contract/publications/metadata.ts'
import type { SettingService } from '#server/modules/settings/index.ts'

/** Who publishes what is published here: the institution, or the site where it is not named. */
export async function publisherOf(settings: Pick<SettingService, 'institution' | 'basic'>): Promise<Bilingual> {
  const { name } = await settings.institution()
  const site = { zh: (await settings.basic('zh')).dataSpaceName, en: (await settings.basic('en')).dataSpaceName }
  return { zh: name.zh || name.en || site.zh, en: name.en || name.zh || site.en }
}
