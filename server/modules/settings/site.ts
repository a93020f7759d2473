import { asMarkup } from '#contract/core/markup.ts'
import type { Features, Institution, Retention, SiteInfo, Website } from '#contract/settings.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { sha256 } from '#server/storage/seal.ts'

const none = { zh: '', en: '' }

/** The settings before an administrator sets any: the built-in texts are shown. */
export const OUR_WEBSITE: Website = {
  dataSpaceName: none,
  indexTitle: none,
  indexDescription: none,
  notice: none,
  copyright: none,
  clause: none,
  poweredBy: '',
  logo: '',
  banner: '',
  updateNotice: none,
}
export const NO_INSTITUTION: Institution = {
  name: none,
  address: none,
  contact: '',
  email: '',
  telephone: '',
  homepage: '',
  introduction: none,
}

const OUR_LOGO = '/logo.svg'

/** Names the text of terms; '' for none. */
export const versionOf = (clause: string): string => (clause ? sha256(clause).toString('hex') : '')

type Given = { version: string; year: number; features: Features; retention: Retention }

/** The site's texts in one language, by default the built-in ones. */
export function siteInfoOf(website: Website, language: Language, { version, year, features, retention }: Given) {
  const dataSpaceName = website.dataSpaceName[language] || textOf(language, 'settings.site.name')
  const site: SiteInfo = {
    dataSpaceName,
    logo: website.logo || OUR_LOGO,
    favicon: website.logo || OUR_LOGO,
    topic: 'celadon',
    copyright:
      website.copyright[language] ||
      textOf(language, 'settings.site.copyright', { year, name: asMarkup(dataSpaceName) }),
    poweredBy: website.poweredBy || 'DataSpace',
    version,
    indexTitle: website.indexTitle[language] || textOf(language, 'settings.site.title'),
    indexDescription: website.indexDescription[language] || textOf(language, 'settings.site.description'),
    banner: website.banner,
    clause: website.clause[language],
    clauseVersion: versionOf(website.clause[language]),
    notice: website.notice[language] || textOf(language, 'settings.site.notice'),
    features,
    trashDays: retention.trashDays,
    messageDays: retention.messageDays,
  }
  return site
}
