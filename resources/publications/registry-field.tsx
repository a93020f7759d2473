import { useQuery } from '@tanstack/react-query'
import { App, AutoComplete, Button, Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REGISTRY_TEXT_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { type RegistryKind, type RegistryMatch, registries } from '#contract/registries.ts'
import { call } from '#providers/call.ts'

/** Matches in a registry and among the members of the space; requested once something is typed or the field is open. */
export function useRegistry(kind: RegistryKind, spaceId: string | undefined, isAsked: boolean) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['registries', 'found', kind, spaceId, q],
    queryFn: () => call(registries.find, { kind, q, ...(spaceId && { spaceId }) }, { quiet: true, aside: true }),
    placeholderData: (previous) => previous,
    enabled: isAsked,
  })
  return { found: data ?? [], setTyped }
}

/** Details that distinguish matches with the same name. */
export const aboutMatch = ({ organisation, identifier }: RegistryMatch) =>
  [organisation, identifier].filter(Boolean).join(' · ')

type Props = {
  id?: string
  kind: RegistryKind
  spaceId: string | undefined
  value: string
  onChange: (value: string) => void
  /** Called with the chosen registry entry. */
  onPick: (match: RegistryMatch) => void
}

/** A text field with suggestions from a registry; choosing one also fills in the related fields. */
export function RegistryField({ id, kind, spaceId, value, onChange, onPick }: Props) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { found, setTyped } = useRegistry(kind, spaceId, isAsked)
  return (
    <AutoComplete
      {...(id && { id })}
      value={value}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onFocus={() => setAsked(true)}
      onChange={(text: string) => onChange(text)}
      onSelect={(_, { match }) => onPick(match)}
      options={found.map((match, at) => ({
        key: match.id ?? `member-${at}`,
        value: match.name,
        match,
        label: (
          <span className="registry-match">
            {match.name}
            <small>{match.id ? aboutMatch(match) : [t('registries.member'), aboutMatch(match)].join(' · ')}</small>
          </span>
        ),
      }))}
    >
      <Input maxLength={REGISTRY_TEXT_MAX} />
    </AutoComplete>
  )
}

/** Adds what was filled in to the registry, for the next dataset. */
export function KeepButton({ entry }: { entry: InputOf<typeof registries.add> }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isKept, setKept] = useState(false)
  if (!entry.name.trim()) return null
  const keep = () =>
    call(registries.add, entry).then(
      () => {
        setKept(true)
        void message.success(t('registries.choose.kept'))
      },
      // The shell shows a refusal.
      () => undefined,
    )
  return (
    <Button size="small" disabled={isKept} onClick={() => void keep()}>
      {t('registries.choose.keep')}
    </Button>
  )
}
