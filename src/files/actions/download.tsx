import { DownloadOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/core/directory.ts'
import { SELECTION_MAX } from '#contract/core/limits.ts'
import { files } from '#contract/files.ts'
import { addressAt, addressOf } from '#providers/address.ts'
import { chosenHashes } from '../chosen.ts'
import { type Action, hasSome, refusalFor } from './action.ts'

/** Larger selections are sent as a form, because longer addresses are rejected by proxies and servers. */
const IN_ADDRESS_MAX = 150

/** Downloads a single file unchanged; folders and selections as a zip. */
export const download: Action = {
  name: 'download',
  icon: <DownloadOutlined />,
  bar: 'plain',
  inRow: true,
  isVisible: hasSome,
  refusal: (context) => refusalFor(context, 'file.download'),
  run: async (context) => {
    const spaceId = context.space.id
    const [record] = context.selected
    if (record && context.selected.length === 1 && !context.isAll && !isFolder(record)) {
      return location.assign(addressOf(files.content, { spaceId, hash: record.hash, download: '1' }))
    }
    const hash = await chosenHashes(context)
    if (hash.length > SELECTION_MAX) return context.say('files.said.tooManyToDownload', { count: SELECTION_MAX })
    if (hash.length <= IN_ADDRESS_MAX) return location.assign(addressOf(files.zip, { spaceId, hash }))
    sendForm(addressAt(files.zipMany.path, {}), [['spaceId', spaceId], ...hash.map((one): Field => ['hash', one])])
  },
}

type Field = [name: string, value: string]
function sendForm(action: string, fields: readonly Field[]): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true })
  for (const [name, value] of fields) form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  form.submit()
  form.remove()
}
