import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { BANNER_PX, LOGO_PX } from '#contract/core/limits.ts'
import { asMarkup } from '#contract/core/markup.ts'
import { settings, Website as WebsiteShape } from '#contract/settings.ts'
import { type SiteWords, siteWords } from '#providers/both-languages.ts'
import { call } from '#providers/call.ts'
import { setSite } from '#providers/site.ts'
import { PictureField } from '../../widgets/PictureField.tsx'
import { type Both, Pair } from './Pair.tsx'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'
import { useRule } from './use-rule.ts'

type Kept = Awaited<ReturnType<typeof read>>
type Text = 'dataSpaceName' | 'indexTitle' | 'indexDescription' | 'notice' | 'copyright' | 'clause' | 'updateNotice'

const read = () => call(settings.website, {}, { quiet: true })
/** The settings, with the default texts that apply while none are set. */
async function readWithOurs() {
  const [kept, words] = await Promise.all([read(), siteWords()])
  return { kept, words }
}
const write = (next: Kept) => call(settings.setWebsite, next, { quiet: true })
/** The server does not name the refused picture; it can only be a new one. */
const picturesIn = (refusal: string, next: Kept) =>
  refusal === 'imageInvalid' ? (['logo', 'banner'] as const).filter((name) => next[name].startsWith('data:')) : []

const { shape } = WebsiteShape
const year = String(new Date().getFullYear())
const copyrightOf = (words: string, name: string) => words.replace('{{year}}', year).replace('{{name}}', asMarkup(name))
/** The default texts; the copyright contains the site's current name. */
const oursBeside = ({ zh, en }: SiteWords, { dataSpaceName: name }: Kept): Partial<Record<Text, Both>> => ({
  dataSpaceName: { zh: zh.name, en: en.name },
  indexTitle: { zh: zh.title, en: en.title },
  indexDescription: { zh: zh.description, en: en.description },
  notice: { zh: zh.notice, en: en.notice },
  copyright: {
    zh: copyrightOf(zh.copyright, name.zh.trim() || zh.name),
    en: copyrightOf(en.copyright, name.en.trim() || en.name),
  },
})
const OUR_LOGO = '/logo.svg'
const OUR_PRODUCT = 'DataSpace'
const KINDS = ['png', 'jpg', 'webp', 'bmp'] as const

/** The brand and the texts of the site. */
export default function Website() {
  const { t } = useTranslation()
  const client = useQueryClient()
  /** Updates the shell around this page at once; other users see the change with their next page. */
  async function show(): Promise<void> {
    void client.invalidateQueries({ queryKey: ['version'] })
    // The setting is saved in any case; if this refresh fails, the next page shows it.
    await call(settings.basic, {}, { quiet: true }).then(setSite, () => {})
  }
  return (
    <SettingPage name="website" read={readWithOurs}>
      {({ kept, words }) => (
        <SettingForm
          kept={kept}
          read={read}
          write={write}
          nameOf={(field) => t(`settings.website.${field}.label`)}
          fieldsOf={picturesIn}
          onSaved={show}
        >
          {(now) => <Fields words={words} now={now} />}
        </SettingForm>
      )}
    </SettingPage>
  )
}

function Fields({ words, now }: { words: SiteWords; now: Kept }) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const ours = oursBeside(words, now)
  const pairOf = (name: Text) => ({
    name,
    label: t(`settings.website.${name}.label`),
    schema: shape[name],
    value: now[name],
    ours: ours[name],
  })
  const markup = { isMarkup: true, hint: t('settings.website.markupHint') }
  const picture = { kinds: KINDS, wrongKind: t('settings.website.wrongKind') }
  return (
    <>
      <SettingSection title={t('settings.website.brand')} hint={t('settings.website.brandHint')}>
        <Pair {...pairOf('dataSpaceName')} />
        <Form.Item name="logo" label={t('settings.website.logo.label')}>
          <PictureField
            label={t('settings.website.logo.label')}
            hint={t('settings.website.logo.hint', { size: LOGO_PX })}
            {...picture}
            remove={t('settings.website.logo.remove')}
            size={{ width: LOGO_PX, height: LOGO_PX }}
          >
            {(logo) => (
              <div className="shown logo">
                <img src={logo || OUR_LOGO} alt={t('settings.website.logo.label')} />
              </div>
            )}
          </PictureField>
        </Form.Item>
      </SettingSection>
      <SettingSection title={t('settings.website.home')} hint={t('settings.website.homeHint')}>
        <Pair {...pairOf('indexTitle')} />
        <Pair {...pairOf('indexDescription')} isLong hint={t('settings.website.indexDescription.hint')} />
        <Form.Item name="banner" label={t('settings.website.banner.label')}>
          <PictureField
            label={t('settings.website.banner.label')}
            hint={t('settings.website.banner.hint', BANNER_PX)}
            {...picture}
            remove={t('settings.website.banner.remove')}
            size={BANNER_PX}
          >
            {(banner) => (
              <div className="shown banner">
                {banner ? (
                  <img src={banner} alt={t('settings.website.banner.label')} />
                ) : (
                  <span className="none">{t('settings.website.banner.none')}</span>
                )}
              </div>
            )}
          </PictureField>
        </Form.Item>
      </SettingSection>
      <SettingSection title={t('settings.website.foot')} hint={t('settings.website.footHint')}>
        <Pair {...pairOf('notice')} isLong hint={t('settings.website.notice.hint')} />
        <Pair {...pairOf('copyright')} {...markup} />
        <Form.Item
          name="poweredBy"
          label={t('settings.website.poweredBy.label')}
          extra={t('settings.website.poweredBy.hint')}
          {...ruleOf(shape.poweredBy)}
        >
          <Input className="setting-short" placeholder={OUR_PRODUCT} />
        </Form.Item>
      </SettingSection>
      <SettingSection title={t('settings.website.registration')} hint={t('settings.website.registrationHint')}>
        <Pair {...pairOf('clause')} {...markup} />
      </SettingSection>
      <SettingSection title={t('settings.website.update')} hint={t('settings.website.updateHint')}>
        <Pair {...pairOf('updateNotice')} {...markup} />
      </SettingSection>
    </>
  )
}
