import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_LENGTH_MAX, TAGS_MAX } from '#contract/core/limits.ts'
import { Tag } from '#contract/spaces.ts'

type Props = { id?: string; value?: string[]; onChange?: (tags: string[]) => void }

/** A field for tags; too long, too many or invalid tags are reported while typing. */
export function TagsField({ id, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isLong = text.length > TAG_LENGTH_MAX
  const isMany = text !== '' && value.length >= TAGS_MAX
  const isOdd = text !== '' && !isLong && !Tag.safeParse(text).success
  const problem = isLong
    ? t('spaces.tags.tooLong', { max: TAG_LENGTH_MAX, length: text.length })
    : isOdd
      ? t('spaces.tags.odd')
      : isMany && t('spaces.tags.tooMany', { max: TAGS_MAX })
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
        status={problem ? 'error' : ''}
        onSearch={setTyped}
        // An invalid tag stays in the input, so that it can be corrected.
        onChange={(tags: string[]) => {
          const fitting = tags.map((tag) => tag.trim()).filter((tag) => Tag.safeParse(tag).success)
          if (fitting.length === tags.length) setTyped('')
          onChange?.([...new Set(fitting)])
        }}
      />
      {problem ? (
        <p className="said" role="alert">
          {problem}
        </p>
      ) : (
        <small className="field-note num">{t('spaces.tags.count', { count: value.length, max: TAGS_MAX })}</small>
      )}
    </>
  )
}
