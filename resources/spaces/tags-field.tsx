import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_LENGTH_MAX, TAGS_MAX } from '#contract/limits.ts'

type Props = { id?: string; value?: string[]; onChange?: (tags: string[]) => void }

/** Tags, typed one by one; what is too long or too many is told while it is typed. */
export function TagsField({ id, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isLong = text.length > TAG_LENGTH_MAX
  const isMany = text !== '' && value.length >= TAGS_MAX
  return (
    <>
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        maxCount={TAGS_MAX}
        tokenSeparators={[',', '，', ';', '；']}
        placeholder={t('spaces.tags.placeholder')}
        value={value}
        searchValue={typed}
        status={isLong || isMany ? 'error' : ''}
        onSearch={setTyped}
        // A tag that is too long stays where it is typed, to be shortened.
        onChange={(tags: string[]) => {
          const fitting = tags.map((tag) => tag.trim()).filter((tag) => tag && tag.length <= TAG_LENGTH_MAX)
          if (fitting.length === tags.length) setTyped('')
          onChange?.([...new Set(fitting)])
        }}
      />
      {isLong || isMany ? (
        <p className="said" role="alert">
          {isLong
            ? t('spaces.tags.tooLong', { max: TAG_LENGTH_MAX, length: text.length })
            : t('spaces.tags.tooMany', { max: TAGS_MAX })}
        </p>
      ) : (
        <small className="field-note num">{t('spaces.tags.count', { count: value.length, max: TAGS_MAX })}</small>
      )}
    </>
  )
}
