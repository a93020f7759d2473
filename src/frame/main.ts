import '../widgets/tokens.css'
import './frame.css'
import { listen } from './talk.ts'
import { viewers } from './viewers/index.ts'

/** Entry of the sandboxed frame for viewers that render a document: `/frame/?viewer=…`. */
const root = document.querySelector<HTMLElement>('#root')
const load = viewers[new URLSearchParams(location.search).get('viewer') ?? '']
if (root && load) listen(root, load)
