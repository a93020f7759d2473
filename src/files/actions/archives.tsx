import { FileZipOutlined, FolderAddOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { isArchiveName } from '#contract/archive-names.ts'
import { isFolder } from '#contract/directory.ts'
import { type Action, hasOne, hasSome, refusalFor, refusalTo } from './action.ts'

/** The chosen items as one archive in the same folder. */
export const pack: Action = {
  name: 'pack',
  icon: <FileZipOutlined />,
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.download') ?? refusalTo('file.make')(desk),
  run: (desk) => desk.ask('pack'),
}

export const unpack: Action = {
  name: 'unpack',
  icon: <FolderAddOutlined />,
  isVisible: (desk) => hasOne(desk) && desk.marked.every((record) => !isFolder(record) && isArchiveName(record.name)),
  refusal: (desk) => refusalFor(desk, 'file.download') ?? refusalTo('file.make')(desk),
  run: (desk) => desk.ask('unpack'),
}

/** Of what is marked, else of the folder in view. */
export const verify: Action = {
  name: 'verify',
  icon: <SafetyCertificateOutlined />,
  isVisible: (desk) => desk.facts.myRole !== null,
  refusal: (desk) => refusalFor(desk, 'file.download'),
  run: (desk) => desk.ask('verify'),
}
