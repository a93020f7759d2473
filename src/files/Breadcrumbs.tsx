import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Desk } from './desk.ts'
import { dropTarget } from './drag.ts'

type Step = { hash: string; name: string }
/** More steps than this are shortened in the middle. */
const STEPS_SHOWN = 4

/** First, a gap, and the last ones: where one is matters more than how one came. */
export function shortened<T>(steps: readonly T[]): { head: T[]; hidden: T[]; tail: T[] } {
  if (steps.length <= STEPS_SHOWN) return { head: [], hidden: [], tail: [...steps] }
  return { head: steps.slice(0, 1), hidden: steps.slice(1, -2), tail: steps.slice(-2) }
}

export function Breadcrumbs({ desk, above, onGo }: { desk: Desk; above: Step[]; onGo: (hash: string | null) => void }) {
  const { t } = useTranslation()
  const { head, hidden, tail } = shortened(above)
  const label = (step: Step) => step.name || t('files.root')
  const link = (step: Step) => (
    <li key={step.hash}>
      <button
        type="button"
        className="crumb"
        onClick={() => onGo(step.name ? step.hash : null)}
        {...dropTarget(desk, step)}
      >
        {label(step)}
      </button>
    </li>
  )
  return (
    <nav className="crumbs" aria-label={t('files.path')}>
      <ol>
        {head.map(link)}
        {hidden.length > 0 && (
          <li>
            <Dropdown
              trigger={['click']}
              menu={{
                items: hidden.map((step) => ({ key: step.hash, label: step.name, onClick: () => onGo(step.hash) })),
              }}
            >
              <button type="button" className="crumb" aria-label={t('files.more')}>
                …
              </button>
            </Dropdown>
          </li>
        )}
        {tail.map(link)}
        {desk.folder && (
          <li aria-current="page">
            <b title={desk.folder.name}>{desk.folder.name || t('files.root')}</b>
          </li>
        )}
      </ol>
    </nav>
  )
}
