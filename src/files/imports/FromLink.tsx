import { Alert, Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { imports } from '#contract/imports.ts'
import { CallFailure, call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { ForeignList } from './ForeignList.tsx'
import type { WayProps } from './way.ts'

type Seen = { linkUrl: string; password?: string; title: string; maker: string }

/** Imports from a share link of any site: looks it up, then imports all or some of its items. */
export function FromLink({ onReady }: WayProps) {
  const { t } = useTranslation()
  const [linkUrl, setLink] = useState('')
  const [password, setPassword] = useState('')
  const [needsPassword, setNeeds] = useState(false)
  const [seen, setSeen] = useState<Seen | null>(null)
  // The link currently entered, so that an answer for another link is ignored.
  const latestUrl = useRef('')
  const { isBusy, problem, run, clear } = useTask()
  const known = (from: Seen) => ({ linkUrl: from.linkUrl, ...(from.password && { password: from.password }) })

  const bring = (wish: Omit<InputOf<typeof imports.fromLink>, 'spaceId'>) =>
    onReady((place) => call(imports.fromLink, { ...place, ...wish }, { quiet: true }))

  const change = (next: string) => {
    setLink(next)
    latestUrl.current = next.trim()
    setSeen(null)
    setNeeds(false)
    // The password belongs to the previous link.
    setPassword('')
    clear()
    onReady(null)
  }
  const look = () =>
    run(async () => {
      const asked = { linkUrl: linkUrl.trim(), ...(password && { password }) }
      try {
        const { title, maker } = await call(imports.lookAtLink, asked, { quiet: true })
        if (latestUrl.current !== asked.linkUrl) return
        setSeen({ ...asked, title, maker })
        bring(asked)
      } catch (failure) {
        if (latestUrl.current !== asked.linkUrl) return
        if (!(failure instanceof CallFailure) || failure.error !== 'sharePasswordNeeded') throw failure
        setNeeds(true)
      }
    })
  const select = (from: string, hashList: string[]) => {
    if (!seen) return
    if (hashList.length) bring({ ...known(seen), way: 'part', hashList, ...(from && { from }) })
    // An empty selection at the top means everything; inside a folder it means that nothing is selected yet.
    else if (from) onReady(null)
    else bring(known(seen))
  }
  return (
    <Form layout="vertical" onFinish={() => void look()}>
      <Form.Item label={t('imports.link.label')} htmlFor="import-link" extra={t('imports.link.hint')}>
        <Input id="import-link" value={linkUrl} onChange={(event) => change(event.target.value)} autoFocus />
      </Form.Item>
      {needsPassword && !seen && (
        <Form.Item
          label={t('imports.link.password')}
          htmlFor="import-password"
          extra={t('imports.link.passwordNeeded')}
        >
          <Input.Password
            id="import-password"
            value={password}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
            autoFocus
          />
        </Form.Item>
      )}
      {problem && <Alert className="imports-problem" type="error" showIcon title={problem} />}
      {!seen && (
        <Button htmlType="submit" loading={isBusy} disabled={!linkUrl.trim()}>
          {t('imports.look')}
        </Button>
      )}
      {seen && (
        <>
          <p className="soft">{t('imports.link.seen', { maker: seen.maker })}</p>
          <ForeignList
            name={['link', seen.linkUrl]}
            title={seen.title}
            look={(folder, after) =>
              call(
                imports.lookAtLink,
                {
                  ...known(seen),
                  ...(folder && { hash: folder }),
                  ...(after && { after }),
                },
                { quiet: true },
              )
            }
            onSelect={select}
            onWhole={() => bring(known(seen))}
          />
        </>
      )}
    </Form>
  )
}
