import { FileZipOutlined, FolderAddOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { isArchiveName } from '#contract/archive-names.ts'
import { isFolder } from '#contract/core/directory.ts'
import { type Action, hasOne, hasSome, refusalFor, refusalTo } from './action.ts'

/** Packs the selected items into one archive in the same folder. */
export const pack: Action = {
  name: 'pack',
  icon: <FileZipOutlined />,
  isVisible: hasSome,
  refusal: (context) => refusalFor(context, 'file.download') ?? refusalTo('file.make')(context),
  run: (context) => context.ask('pack'),
}

export const unpack: Action = {
  name: 'unpack',
  icon: <FolderAddOutlined />,
  isVisible: (context) =>
    hasOne(context) && context.selected.every((record) => !isFolder(record) && isArchiveName(record.name)),
  refusal: (context) => refusalFor(context, 'file.download') ?? refusalTo('file.make')(context),
  run: (context) => context.ask('unpack'),
}

/** Applies to the selection, or to the current folder if nothing is selected. */
export const verify: Action = {
  name: 'verify',
  icon: <SafetyCertificateOutlined />,
  isVisible: (context) => context.policyContext.myRole !== null,
  refusal: (context) => refusalFor(context, 'file.download'),
  run: (context) => context.ask('verify'),
}
