import { Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField } from '#widgets/CopyField.tsx'
import { type Recipe, type System, systemOf } from './recipes.ts'

/** A list of texts to copy, each with its purpose. */
export function RecipeList({ recipes }: { recipes: readonly Recipe[] }) {
  const { t } = useTranslation()
  return (
    <div className="protocols-part">
      {recipes.map(({ key, code }) => (
        <CopyField key={key} label={t(`protocols.recipes.${key}`)} value={code} rows={code.split('\n').length} />
      ))}
    </div>
  )
}

/** The recipes by system or program; the user's own system comes first. */
export function RecipeTabs({ recipes }: { recipes: readonly [System, Recipe[]][] }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<string>(() => systemOf(navigator.userAgent))
  const isThere = recipes.some(([system]) => system === chosen)
  const items = recipes.map(([system, list]) => ({
    key: system,
    label: t(`protocols.systems.${system}`),
    children: <RecipeList recipes={list} />,
  }))
  return <Tabs items={items} activeKey={isThere ? chosen : (recipes[0]?.[0] ?? '')} onChange={choose} />
}
