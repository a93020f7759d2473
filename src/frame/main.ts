import '../widgets/tokens.css'
import './frame.css'
import { listen } from './talk.ts'
import { viewers } from './viewers/index.ts'

/** The frame of the viewers that build a document from a file: `/frame/?viewer=…`. */
const root = document.querySelector<HTMLElement>('#root')
const load = viewers[new URLSearchParams(location.search).get('viewer') ?? '']
if (root && load) listen(root, load)
