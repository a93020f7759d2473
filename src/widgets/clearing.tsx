import { CloseCircleFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'

function ClearIcon() {
  const { t } = useTranslation()
  return <CloseCircleFilled aria-label={t('common.clearField')} />
}

/** `allowClear` of a text field: its button has no other name than its icon's. */
export const clearing = { clearIcon: <ClearIcon /> }
