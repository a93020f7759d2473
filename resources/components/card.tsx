import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Component, MarketItem } from '#contract/components.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { Logo } from './logo.tsx'

/** Number of suffixes that a card names; the others are counted. */
const SUFFIXES_SHOWN = 6

/** Name, description and suffixes of a component, with its actions below. */
export function ComponentCard({
  item,
  state,
  children,
}: {
  item: Component | MarketItem
  state?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const more = item.suffixes.length - SUFFIXES_SHOWN
  return (
    <li className="component-card">
      <header>
        <Logo item={item} />
        <span className="record-two">
          <h3 title={item.name}>{item.name}</h3>
          <small className="num">
            {[item.version, item.authorName, formatBytes(item.size)].filter(Boolean).join(' · ')}
          </small>
        </span>
        {state}
      </header>
      <p>{item.description || t('components.noDescription')}</p>
      <p className="component-tags">
        {item.suffixes.slice(0, SUFFIXES_SHOWN).map((suffix) => (
          <code key={suffix} className="tag">
            .{suffix}
          </code>
        ))}
        {more > 0 && <span className="tag">{t('components.moreSuffixes', { count: more })}</span>}
      </p>
      <footer>{children}</footer>
    </li>
  )
}
