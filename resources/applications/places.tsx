import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApplicationSpace, applications } from '#contract/applications.ts'
import { flags as allFlags, defaultFlags, type Flag } from '#contract/core/policy.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { findSpaces } from '#providers/spaces.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { SpaceSelect } from '../../src/widgets/SpaceSelect.tsx'

/** Flags that a rule asks for; backups are no business of members. */
const offered = allFlags.filter((flag) => flag !== 'S_CONF_BAK')

type Edited = { spaceId?: string; name?: string; flags: Flag[] }
type Props = { id: string; spaces: readonly ApplicationSpace[] }

/** The spaces that an application is a member of, with its flags in each. */
export function Places({ id, spaces }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const renew = useResourceRenewal('applications')
  const [edited, edit] = useState<Edited | null>(null)
  if (edited) return <PlaceEditor id={id} edited={edited} onDone={() => edit(null)} />
  const remove = (space: ApplicationSpace) =>
    modal.confirm({
      title: t('applications.place.removeTitle', { name: space.name }),
      content: t('applications.place.removeLoses'),
      okText: t('applications.place.remove'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => call(applications.removeSpace, { id, spaceId: space.id }).then(renew, renew),
    })
  return (
    <>
      {spaces.length === 0 && <p className="applications-intro">{t('applications.place.none')}</p>}
      <ul className="grant-list">
        {spaces.map((space) => (
          <li key={space.id}>
            <span className="record-two">
              {space.name}
              <small>{t('applications.place.flagCount', { count: space.flags.length })}</small>
            </span>
            <span>
              <Button
                type="text"
                icon={<EditOutlined />}
                aria-label={t('applications.place.editOf', { name: space.name })}
                onClick={() => edit({ spaceId: space.id, name: space.name, flags: space.flags as Flag[] })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('applications.place.removeOf', { name: space.name })}
                onClick={() => remove(space)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button onClick={() => edit({ flags: defaultFlags('normal') })}>{t('applications.place.add')}</Button>
    </>
  )
}

function PlaceEditor({ id, edited, onDone }: { id: string; edited: Edited; onDone: () => void }) {
  const { t } = useTranslation()
  const renew = useResourceRenewal('applications')
  const [spaceId, setSpaceId] = useState(edited.spaceId)
  const [flags, setFlags] = useState<Flag[]>(edited.flags)
  const { run, isBusy, problem } = useTask()
  const save = () =>
    run(async () => {
      await call(applications.setSpace, { id, spaceId: spaceId ?? '', flags }, { quiet: true })
      renew()
      onDone()
    })
  return (
    <div className="grant-editor">
      {edited.name ? (
        <b>{edited.name}</b>
      ) : (
        <SpaceSelect
          label={t('applications.place.space')}
          placeholder={t('applications.place.space')}
          value={spaceId}
          onChange={setSpaceId}
          find={findSpaces}
        />
      )}
      <Select
        mode="multiple"
        value={flags}
        onChange={setFlags}
        aria-label={t('applications.place.flags')}
        placeholder={t('applications.place.readOnly')}
        optionFilterProp="label"
        options={offered.map((flag) => ({ value: flag, label: t(`policy.flags.${flag}`) }))}
      />
      <small>{t('applications.place.flagsHint')}</small>
      <FormEnd
        submit={t('applications.save')}
        isBusy={isBusy}
        problem={problem}
        isDisabled={!spaceId}
        onSubmit={() => void save()}
        onCancel={onDone}
      />
    </div>
  )
}
