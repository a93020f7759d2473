export { ShareDialog } from './ShareDialog.tsx'
export { ShareList } from './ShareList.tsx'
export { ShareRows } from './ShareRows.tsx'
