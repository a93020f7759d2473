import { BarChartOutlined, FileOutlined, FolderOutlined, InboxOutlined } from '@ant-design/icons'
import type { ShareKind } from '#contract/shares.ts'

const icons = {
  space: <InboxOutlined />,
  folder: <FolderOutlined />,
  file: <FileOutlined />,
  selection: <FileOutlined />,
  board: <BarChartOutlined />,
}

/** The icon of what a link shares. */
export const ShareIcon = ({ kind, isBox }: { kind: ShareKind; isBox: boolean }) => (
  <span className="share-icon" aria-hidden="true">
    {isBox ? <InboxOutlined /> : icons[kind]}
  </span>
)
