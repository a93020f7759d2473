import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { standardOptions } from '#contract/publications/lower-subjects.ts'
import { type SubjectBranch, subjectKey, subjectTree } from '#contract/publications/subjects.ts'
import type { TemplateField } from '#contract/publications/template.ts'

type Option = TemplateField['options'][number]
type Node = { value: string; title: string; children?: Node[] }
export type SubjectInputProps = {
  id: string
  field: TemplateField
  codes: readonly string[]
  onChange: (codes: string[]) => void
}

/** As it is searched for: no keyboard has the dash of “Kac–Moody”. */
const folded = (text: string) => text.toLowerCase().replaceAll('–', '-')

/** GB/T 13745: its first level in the language of the reader, those below in both. */
function useStandard(): readonly Option[] {
  const { t } = useTranslation()
  return useMemo(() => standardOptions((code) => ({ zh: t(subjectKey(code)), en: '' })), [t])
}

/** Disciplines from the tree of the template, or the built-in ones; found by code and by either name. */
export function SubjectInput({ id, field, codes, onChange }: SubjectInputProps) {
  const { i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const standard = useStandard()
  const items = field.options.length ? field.options : standard
  const { words, tree } = useMemo(() => {
    const nodeOf = ({ code, item: { title }, children }: SubjectBranch<Option>): Node => ({
      value: code,
      title: `${code} ${title[lang] || title.zh || title.en}`,
      ...(children.length && { children: children.map(nodeOf) }),
    })
    return {
      words: new Map(items.map(({ value, title }) => [value, folded(`${value} ${title.zh} ${title.en}`)])),
      tree: subjectTree(items).map(nodeOf),
    }
  }, [items, lang])
  return (
    <TreeSelect
      id={id}
      multiple
      allowClear
      showSearch={{
        filterTreeNode: (text, { value }) => words.get(String(value))?.includes(folded(text)) ?? false,
      }}
      value={[...codes]}
      onChange={onChange}
      treeData={tree}
    />
  )
}
