export { ShareDialog } from './ShareDialog.tsx'
export { ShareList } from './ShareList.tsx'
