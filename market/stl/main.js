import { triangles } from './stl.js'
import { connect, Told } from './talk.js'

const VERTEX = `attribute vec3 at; attribute vec3 facing; uniform mat3 turn; uniform vec3 middle; uniform float near; uniform float shape;
varying float light; void main() { vec3 p = turn * (at - middle) * near; vec3 n = turn * facing;
light = 0.35 + 0.65 * abs(n.z * 0.8 + n.y * 0.5 + n.x * 0.2); gl_Position = vec4(p.x * shape, p.y, p.z * 0.1, 1.0); }`
const FRAGMENT = `precision mediump float; varying float light; uniform vec3 colour; void main() { gl_FragColor = vec4(colour * min(light, 1.0), 1.0); }`
/** More would not fit into the memory of a common computer. */
const BYTES_MAX = 200 * 1_048_576
const STEP = 0.15
const words = {
  zh: {
    summary: (count) => `${count.toLocaleString('zh-CN')} 个三角形`,
    large: '文件超过 200 MB',
    none: '不是 STL 网格',
    gl: '浏览器不支持 WebGL',
    name: '三维网格，方向键旋转，加减键缩放',
  },
  en: {
    summary: (count) => `${count.toLocaleString('en-GB')} triangles`,
    large: 'The file is above 200 MB',
    none: 'This is no STL mesh',
    gl: 'This browser has no WebGL',
    name: 'Mesh; the arrow keys turn it, plus and minus come nearer and go away',
  },
}

function program(gl) {
  const made = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ]) {
    const shader = gl.createShader(kind)
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(made, shader)
  }
  gl.linkProgram(made)
  // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL that is named like a hook
  gl.useProgram(made)
  return made
}

function load(gl, made, name, values) {
  const place = gl.getAttribLocation(made, name)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW)
  gl.enableVertexAttribArray(place)
  gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0)
}

const turned = ({ around, over }) => {
  const [c, s, d, u] = [Math.cos(around), Math.sin(around), Math.cos(over), Math.sin(over)]
  return [c, s * u, -s * d, 0, d, u, s, -c * u, c * d]
}

/** Draws when something changed, and by the keys and the pointer turns and comes nearer. */
function show(gl, { canvas, mesh, colour }) {
  const made = program(gl)
  load(gl, made, 'at', mesh.places)
  load(gl, made, 'facing', mesh.facings)
  gl.enable(gl.DEPTH_TEST)
  const view = { around: 0.6, over: 0.5, near: 1.4 / mesh.reach }
  const uniform = (name) => gl.getUniformLocation(made, name)
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  function draw() {
    const ratio = devicePixelRatio
    canvas.width = canvas.clientWidth * ratio
    canvas.height = canvas.clientHeight * ratio
    gl.viewport(0, 0, canvas.width, canvas.height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    gl.uniformMatrix3fv(uniform('turn'), false, turned(view))
    gl.uniform3fv(uniform('middle'), mesh.middle)
    gl.uniform1f(uniform('near'), view.near)
    gl.uniform1f(uniform('shape'), canvas.height / Math.max(1, canvas.width))
    gl.uniform3f(uniform('colour'), red, green, blue)
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count * 3)
  }
  const change = (by) => {
    view.around += by.around ?? 0
    view.over = Math.max(-1.5, Math.min(1.5, view.over + (by.over ?? 0)))
    view.near *= by.near ?? 1
    requestAnimationFrame(draw)
  }
  canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId))
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) change({ around: event.movementX / 150, over: event.movementY / 150 })
  })
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      change({ near: event.deltaY < 0 ? 1.1 : 1 / 1.1 })
    },
    { passive: false },
  )
  const keys = {
    ArrowLeft: { around: -STEP },
    ArrowRight: { around: STEP },
    ArrowUp: { over: -STEP },
    ArrowDown: { over: STEP },
    '+': { near: 1.1 },
    '-': { near: 1 / 1.1 },
  }
  canvas.addEventListener('keydown', (event) => {
    if (keys[event.key]) change(keys[event.key])
  })
  new ResizeObserver(draw).observe(canvas)
  draw()
}

connect({
  async onFile({ size, values, language, read }) {
    const told = words[language]
    if (size > BYTES_MAX) throw new Told(told.large)
    const mesh = triangles(await read())
    if (!mesh.count) throw new Told(told.none)
    const canvas = document.createElement('canvas')
    canvas.tabIndex = 0
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', told.name)
    const summary = Object.assign(document.createElement('div'), {
      className: 'summary',
      textContent: told.summary(mesh.count),
    })
    document.body.replaceChildren(canvas, summary)
    const gl = canvas.getContext('webgl', { antialias: true })
    if (!gl) throw new Told(told.gl)
    show(gl, { canvas, mesh, colour: values.colour ?? '#3fbfaf' })
  },
})
