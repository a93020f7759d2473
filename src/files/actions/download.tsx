import { DownloadOutlined } from '@ant-design/icons'
import { files } from '#contract/files.ts'
import { addressOf } from '#providers/address.ts'
import { type Action, hasSome, isFolder, refusalFor } from './action.ts'

/** Addresses longer than this are refused on the way; a larger choice goes as its folder. */
const ITEMS_MAX = 150

/** One file as it is; folders and choices as a zip. */
export const download: Action = {
  name: 'download',
  icon: <DownloadOutlined />,
  bar: 'plain',
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.download'),
  run: (desk) => {
    const spaceId = desk.space.id
    const [record] = desk.marked
    if (record && desk.marked.length === 1 && !desk.isAll && !isFolder(record)) {
      return void location.assign(addressOf(files.content, { spaceId, hash: record.hash, download: '1' }))
    }
    const isMany = desk.isAll || desk.marked.length > ITEMS_MAX
    const hash = isMany && desk.folder ? [desk.folder.hash] : desk.marked.map((one) => one.hash)
    location.assign(addressOf(files.zip, { spaceId, hash }))
  },
}
