import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { AVATAR_PX } from '#contract/core/limits.ts'
import type { UserInfo } from '#contract/session.ts'
import { call } from '#providers/call.ts'
import { setUser, useUser } from '#providers/session.ts'
import { useTask } from '#providers/use-task.ts'
import { Cropper } from '../../../widgets/Cropper.tsx'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { keys } from '../queries.ts'

/** Image types that every browser can decode; the cropper always produces a PNG. */
const KINDS = 'image/png,image/jpeg,image/webp'
const quiet = { quiet: true }

/** The picture, or the first letter of the name; it can be chosen, cropped and removed. */
export function Avatar() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useUser()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const sending = useTask()
  const removing = useTask()

  const keep = (next: UserInfo) => {
    setUser(next)
    void client.invalidateQueries({ queryKey: keys.profile })
  }
  const send = (image: string) =>
    sending.run(async () => {
      keep(await call(account.setAvatar, { image }, quiet))
      setFile(null)
    })
  const remove = () => removing.run(async () => keep(await call(account.removeAvatar, {}, quiet)))
  const choose = (chosen: File | undefined) => {
    sending.clear()
    setFile(chosen ?? null)
    // Otherwise choosing the same file again would fire no event.
    if (input.current) input.current.value = ''
  }

  if (!user) return null
  return (
    <div className="personal-avatar">
      <span className="picture" role="img" aria-label={t('account.avatar.label')}>
        {user.avatar ? <img src={user.avatar} alt="" /> : [...user.name][0]}
      </span>
      <div>
        <div className="buttons">
          <Button onClick={() => input.current?.click()}>
            {user.avatar ? t('account.avatar.change') : t('account.avatar.choose')}
          </Button>
          {user.avatar && (
            <Button type="text" loading={removing.isBusy} onClick={remove}>
              {t('account.avatar.remove')}
            </Button>
          )}
        </div>
        <small>{t('account.avatar.hint')}</small>
        <Problem text={removing.problem} />
      </div>
      <input
        ref={input}
        type="file"
        accept={KINDS}
        hidden
        aria-label={t('account.avatar.choose')}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Cropper
        file={file}
        title={t('account.avatar.crop')}
        width={AVATAR_PX}
        height={AVATAR_PX}
        isRound
        isBusy={sending.isBusy}
        problem={sending.problem}
        onDone={send}
        onCancel={() => setFile(null)}
      />
    </div>
  )
}
