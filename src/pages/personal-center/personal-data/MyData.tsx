import { useTranslation } from 'react-i18next'
import { DataExport } from '../../../personal-data/DataExport.tsx'
import { Section } from '../parts.tsx'

/** Exports the data that the site stores about the user. */
export function MyData() {
  const { t } = useTranslation()
  return (
    <Section title={t('personalData.title')} hint={t('personalData.hint')}>
      <DataExport
        none={t('personalData.none')}
        pending={t('personalData.readyHint')}
        first={t('personalData.export')}
      />
    </Section>
  )
}
