import { useQuery } from '@tanstack/react-query'
import { Form, type FormRule, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INVITED_AT_ONCE, PEOPLE_SEARCH } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { joining } from '#contract/joining.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { joiningKeys } from '#providers/joining.ts'
import { useRested } from '../../src/widgets/use-rested.ts'
import { addressesIn } from './invite-addresses.tsx'

type Found = DataOf<typeof joining.people>[number]
/** A chosen person; the name is kept when a later search no longer contains the person. */
export type Chosen = { value: string; name: string }
type Option = Found & { value: string; label: string; disabled: boolean; name: string }

/** Users of this site, searched while their name is typed. */
export function PeopleField({ spaceId }: { spaceId: string }) {
  const { t } = useTranslation()
  const isAnybody: FormRule = ({ getFieldValue }) => ({
    validator: async (_rule: unknown, people: Chosen[]) => {
      if (!people.length && !addressesIn((getFieldValue('addresses') as string) ?? '').good.length)
        throw new Error(t('joining.invite.nobody'))
    },
  })
  return (
    <Form.Item
      name="people"
      label={t('joining.invite.people')}
      extra={t('joining.invite.peopleHint')}
      rules={[isAnybody]}
      validateTrigger="onSubmit"
    >
      <PeopleSelect spaceId={spaceId} />
    </Form.Item>
  )
}

type Props = { spaceId: string; id?: string; value?: Chosen[]; onChange?: (next: Chosen[]) => void }

function PeopleSelect({ spaceId, id, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = useRested(typed.trim())
  const isLong = q.length >= PEOPLE_SEARCH.min
  const { data, error, isFetching } = useQuery({
    queryKey: joiningKeys.people(spaceId, q),
    queryFn: ({ signal }) => call(joining.people, { id: spaceId, q }, { quiet: true, signal }),
    enabled: isLong,
    retry: false,
  })
  const options: Option[] = (isLong ? (data ?? []) : []).map((person) => ({
    ...person,
    value: person.personId,
    label: person.personName,
    name: person.personName,
    disabled: person.isMember || person.isInvited,
  }))
  const nothing = !isLong
    ? t('joining.invite.typeMore', { count: PEOPLE_SEARCH.min })
    : error
      ? sentenceOf(error)
      : isFetching
        ? t('joining.invite.searching')
        : t('joining.invite.notFound')
  return (
    <Select
      mode="multiple"
      {...(id && { id })}
      value={value.map((one) => ({ value: one.value, label: one.name }))}
      labelInValue
      maxCount={INVITED_AT_ONCE}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped, autoClearSearchValue: true }}
      placeholder={t('joining.invite.peoplePlaceholder')}
      notFoundContent={<span className="invite-nothing">{nothing}</span>}
      loading={isFetching}
      options={options}
      optionRender={({ data: person }) => <PersonOption person={person} />}
      onChange={(next) => {
        setTyped('')
        onChange?.(next.map((one) => ({ value: String(one.value), name: String(one.label) })))
      }}
    />
  )
}

function PersonOption({ person }: { person: Option }) {
  const { t } = useTranslation()
  const { personName, emailAccounts, unit, isMember, isInvited } = person
  return (
    <span className="invite-option">
      <b>{personName}</b> <small>{[unit, emailAccounts].filter(Boolean).join(' · ')}</small>
      {isMember && <span className="tag">{t('joining.invite.isMember')}</span>}
      {isInvited && <span className="tag">{t('joining.invite.isInvited')}</span>}
    </span>
  )
}
