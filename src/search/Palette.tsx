import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, type InputRef, Modal, Segmented } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { FilterBar } from './FilterBar.tsx'
import { type Filters, hasFilters } from './filters.ts'
import { Options } from './Options.tsx'
import { useSearchText } from './use-find.ts'
import { useOptions } from './use-options.tsx'
import './search.css'

type Props = { isOpen: boolean; onClose: () => void }

/** The code of the space that the current page belongs to. */
const codeIn = (path: string): string | null => /^\/space\/([^/]+)\/details/.exec(path)?.[1] ?? null

/** The search palette for files, contents, spaces and console pages, usable by keyboard alone. */
export default function Palette({ isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const chosen = useRef<(() => void) | null>(null)
  return (
    <Modal
      title={t('search.title')}
      open={isOpen}
      onCancel={onClose}
      // The focus has returned to its previous element, so the chosen option may move it now.
      afterClose={() => {
        chosen.current?.()
        chosen.current = null
      }}
      footer={null}
      closable={false}
      destroyOnHidden
      width="min(720px, calc(100vw - 24px))"
      className="palette"
      style={{ top: 64 }}
    >
      <PaletteBody
        onClose={onClose}
        then={(run) => {
          chosen.current = run
          onClose()
        }}
      />
    </Modal>
  )
}

function PaletteBody({ onClose, then }: { onClose: () => void; then: (run: () => void) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const code = codeIn(useLocation().pathname)
  const field = useRef<InputRef & HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isHere, setHere] = useState(code !== null)
  const [chosen, choose] = useState(0)
  const [filters, setFilters] = useState<Filters>({})
  const [isNarrowing, setNarrowing] = useState(false)
  const q = useSearchText(typed)
  const { data: space } = useQuery({
    queryKey: ['spaces', 'show', code],
    queryFn: () => call(spaces.show, { id: code ?? '' }, { quiet: true, aside: true }),
    enabled: code !== null,
  })
  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  const where = isHere && space ? { space } : {}
  const { groups, isNone, spacesLeft, isLooking, failure, again } = useOptions({ q, ...where, filters, go, then })
  const options = groups.flatMap((group) => group.options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for decides what stands first
  useEffect(() => choose(0), [q, isHere, filters])
  useEffect(() => field.current?.focus(), [])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length) {
      event.preventDefault()
      choose((chosen + step + options.length) % options.length)
    }
    // While the typed text has no results yet, Enter does nothing, because the options belong to the previous text.
    const option = options[chosen]
    if (event.key === 'Enter' && typed.trim() === q && !option?.isOld) option?.run()
  }
  return (
    <div className="palette-body">
      <div className="palette-field">
        <SearchOutlined aria-hidden="true" />
        <input
          ref={field}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls="palette-options"
          aria-activedescendant={options[chosen] && `palette-${options[chosen].key}`}
          aria-label={t('search.placeholder')}
          placeholder={t('search.placeholder')}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
        />
        {space && (
          <Segmented
            size="small"
            aria-label={t('search.scope.label')}
            value={isHere ? 'space' : 'everywhere'}
            onChange={(scope) => {
              setHere(scope === 'space')
              // Authors and tags depend on the scope, so changing it clears the filters.
              setFilters({})
            }}
            options={[
              { value: 'space', label: t('search.scope.this') },
              { value: 'everywhere', label: t('search.scope.everywhere') },
            ]}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<FilterOutlined />}
          aria-label={t('search.filters.label')}
          aria-expanded={isNarrowing}
          {...(hasFilters(filters) && { color: 'primary', variant: 'filled' })}
          onClick={() => setNarrowing(!isNarrowing)}
        />
      </div>
      {isNarrowing && <FilterBar {...where} filters={filters} onChange={setFilters} />}
      <Options groups={groups} chosen={chosen} onChoose={choose} />
      <div className="palette-state" role="status">
        {failure ? (
          <NotLoaded error={failure} onRetry={again} isInline />
        ) : isLooking ? (
          t('search.looking')
        ) : isNone ? (
          t('search.none', { q })
        ) : (
          <>
            {t(q ? 'search.keys' : 'search.start')}
            {spacesLeft !== null && <b>{t('search.spacesLeft', { spaces: spacesLeft })}</b>}
          </>
        )}
      </div>
    </div>
  )
}
