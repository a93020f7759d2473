import { TreeSelect } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SubjectBranch, subjectKey, subjects, subjectTree } from '#contract/publications/subjects.ts'
import type { TemplateField } from '#contract/publications/template.ts'

type Option = TemplateField['options'][number]
type Node = { value: string; title: string; children?: Node[] }
type Props = { id: string; field: TemplateField; codes: readonly string[]; onChange: (codes: string[]) => void }

/** Disciplines from the tree of the template, or the built-in ones; found by code and by either name. */
export function SubjectInput({ id, field, codes, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const items: readonly Option[] = field.options.length
    ? field.options
    : subjects.map((value) => {
        const name = t(subjectKey(value))
        return { value, title: { zh: name, en: name } }
      })
  const words = new Map(items.map(({ value, title }) => [value, `${value} ${title.zh} ${title.en}`.toLowerCase()]))
  const nodeOf = ({ code, item: { title }, children }: SubjectBranch<Option>): Node => ({
    value: code,
    title: `${code} ${title[lang] || title.zh || title.en}`,
    ...(children.length && { children: children.map(nodeOf) }),
  })
  return (
    <TreeSelect
      id={id}
      multiple
      allowClear
      showSearch={{
        filterTreeNode: (text, { value }) => words.get(String(value))?.includes(text.toLowerCase()) ?? false,
      }}
      value={[...codes]}
      onChange={onChange}
      treeData={subjectTree(items).map(nodeOf)}
    />
  )
}
