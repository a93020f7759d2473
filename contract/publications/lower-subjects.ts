import { type Subject, subjects } from './subjects.ts'
import type { TemplateField } from './template.ts'

/**
 * The second and third level of GB/T 13745-2009, table 1, without its later amendments: a line has the code of a
 * discipline, its Chinese name and its English name. Code and Chinese name are the standard's, the English name is our
 * translation. The standard itself puts 1903510 to 1903599 below 19035, which it has not. Names of the first level are
 * texts (`subjects.ts`). Loaded where it is needed: nothing that a first page reads may import it.
 */
const TABLE = `
11011 数学史 History of mathematics
11014 数理逻辑与数学基础 Mathematical logic and foundations of mathematics
1101410 演绎逻辑学 Deductive logic
1101420 证明论 Proof theory
1101430 递归论 Recursion theory
1101440 模型论 Model theory
1101450 公理集合论 Axiomatic set theory
1101460 数学基础 Foundations of mathematics
1101499 数理逻辑与数学基础其他学科 Mathematical logic and foundations of mathematics not elsewhere classified
11017 数论 Number theory
1101710 初等数论 Elementary number theory
1101720 解析数论 Analytic number theory
1101730 代数数论 Algebraic number theory
1101740 超越数论 Transcendental number theory
1101750 丢番图逼近 Diophantine approximation
1101760 数的几何 Geometry of numbers
1101770 概率数论 Probabilistic number theory
1101780 计算数论 Computational number theory
1101799 数论其他学科 Number theory not elsewhere classified
11021 代数学 Algebra
1102110 线性代数 Linear algebra
1102115 群论 Group theory
1102120 域论 Field theory
1102125 李群 Lie groups
1102130 李代数 Lie algebras
1102135 Kac-Moody代数 Kac–Moody algebras
1102140 环论 Ring theory
1102145 模论 Module theory
1102150 格论 Lattice theory
1102155 泛代数理论 Universal algebra
1102160 范畴论 Category theory
1102165 同调代数 Homological algebra
1102170 代数K理论 Algebraic K-theory
1102175 微分代数 Differential algebra
1102180 代数编码理论 Algebraic coding theory
1102199 代数学其他学科 Algebra not elsewhere classified
11024 代数几何学 Algebraic geometry
11027 几何学 Geometry
1102710 几何学基础 Foundations of geometry
1102715 欧氏几何学 Euclidean geometry
1102720 非欧几何学 Non-Euclidean geometry
1102725 球面几何学 Spherical geometry
1102730 向量和张量分析 Vector and tensor analysis
1102735 仿射几何学 Affine geometry
1102740 射影几何学 Projective geometry
1102745 微分几何学 Differential geometry
1102750 分数维几何 Fractal geometry
1102755 计算几何学 Computational geometry
1102799 几何学其他学科 Geometry not elsewhere classified
11031 拓扑学 Topology
1103110 点集拓扑学 Point-set topology
1103115 代数拓扑学 Algebraic topology
1103120 同伦论 Homotopy theory
1103125 低维拓扑学 Low-dimensional topology
1103130 同调论 Homology theory
1103135 维数论 Dimension theory
1103140 格上拓扑学 Topology on lattices
1103145 纤维丛论 Fibre bundle theory
1103150 几何拓扑学 Geometric topology
1103155 奇点理论 Singularity theory
1103160 微分拓扑学 Differential topology
1103199 拓扑学其他学科 Topology not elsewhere classified
11034 数学分析 Mathematical analysis
1103410 微分学 Differential calculus
1103420 积分学 Integral calculus
1103430 级数论 Theory of series
1103499 数学分析其他学科 Mathematical analysis not elsewhere classified
11037 非标准分析 Non-standard analysis
11041 函数论 Theory of functions
1104110 实变函数论 Theory of functions of a real variable
1104120 单复变函数论 Theory of functions of one complex variable
1104130 多复变函数论 Theory of functions of several complex variables
1104140 函数逼近论 Approximation theory of functions
1104150 调和分析 Harmonic analysis
1104160 复流形 Complex manifolds
1104170 特殊函数论 Theory of special functions
1104199 函数论其他学科 Theory of functions not elsewhere classified
11044 常微分方程 Ordinary differential equations
1104410 定性理论 Qualitative theory of differential equations
1104420 稳定性理论 Stability theory
1104430 解析理论 Analytic theory of differential equations
1104499 常微分方程其他学科 Ordinary differential equations not elsewhere classified
11047 偏微分方程 Partial differential equations
1104710 椭圆型偏微分方程 Elliptic partial differential equations
1104720 双曲型偏微分方程 Hyperbolic partial differential equations
1104730 抛物型偏微分方程 Parabolic partial differential equations
1104740 非线性偏微分方程 Non-linear partial differential equations
1104799 偏微分方程其他学科 Partial differential equations not elsewhere classified
11051 动力系统 Dynamical systems
1105110 微分动力系统 Differentiable dynamical systems
1105120 拓扑动力系统 Topological dynamical systems
1105130 复动力系统 Complex dynamical systems
1105199 动力系统其他学科 Dynamical systems not elsewhere classified
11054 积分方程 Integral equations
11057 泛函分析 Functional analysis
1105710 线性算子理论 Theory of linear operators
1105715 变分法 Calculus of variations
1105720 拓扑线性空间 Topological vector spaces
1105725 希尔伯特空间 Hilbert spaces
1105730 函数空间 Function spaces
1105735 巴拿赫空间 Banach spaces
1105740 算子代数 Operator algebras
1105745 测度与积分 Measure and integration
1105750 广义函数论 Theory of generalised functions
1105755 非线性泛函分析 Non-linear functional analysis
1105799 泛函分析其他学科 Functional analysis not elsewhere classified
11061 计算数学 Computational mathematics
1106120 常微分方程数值解 Numerical solution of ordinary differential equations
1106130 偏微分方程数值解 Numerical solution of partial differential equations
1106140 积分变换与积分方程数值方法 Numerical methods for integral transforms and integral equations
1106150 数值代数 Numerical algebra
1106155 优化计算方法 Computational methods of optimisation
1106165 数值逼近与计算几何 Numerical approximation and computational geometry
1106170 随机数值方法与统计计算 Stochastic numerical methods and statistical computing
1106175 并行计算算法 Parallel algorithms
1106180 误差分析与区间算法 Error analysis and interval arithmetic
1106185 小波分析与傅立叶分析的数值方法 Numerical methods of wavelet and Fourier analysis
1106190 反问题计算方法 Computational methods for inverse problems
1106195 符号计算与计算机推理 Symbolic computation and automated reasoning
1106199 计算数学其他学科 Computational mathematics not elsewhere classified
11064 概率论 Probability theory
1106410 几何概率 Geometric probability
1106420 概率分布 Probability distributions
1106430 极限理论 Limit theory
1106440 随机过程 Stochastic processes
1106450 马尔可夫过程 Markov processes
1106460 随机分析 Stochastic analysis
1106470 鞅论 Martingale theory
1106480 应用概率论 Applied probability
1106499 概率论其他学科 Probability theory not elsewhere classified
11067 数理统计学 Mathematical statistics
1106710 抽样理论 Sampling theory
1106715 假设检验 Hypothesis testing
1106720 非参数统计 Non-parametric statistics
1106725 方差分析 Analysis of variance
1106730 相关回归分析 Correlation and regression analysis
1106735 统计推断 Statistical inference
1106740 贝叶斯统计 Bayesian statistics
1106745 试验设计 Design of experiments
1106750 多元分析 Multivariate analysis
1106755 统计判决理论 Statistical decision theory
1106760 时间序列分析 Time series analysis
1106765 空间统计 Spatial statistics
1106799 数理统计学其他学科 Mathematical statistics not elsewhere classified
11071 应用统计数学 Applied statistical mathematics
1107110 统计质量控制 Statistical quality control
1107120 可靠性数学 Reliability mathematics
1107130 保险数学 Actuarial mathematics
1107135 统计计算 Statistical computing
1107140 统计模拟 Statistical simulation
1107199 应用统计数学其他学科 Applied statistical mathematics not elsewhere classified
11074 运筹学 Operations research
1107410 线性规划 Linear programming
1107415 非线性规划 Non-linear programming
1107420 动态规划 Dynamic programming
1107425 组合最优化 Combinatorial optimisation
1107430 参数规划 Parametric programming
1107435 整数规划 Integer programming
1107440 随机规划 Stochastic programming
1107445 排队论 Queueing theory
1107450 对策论 Game theory
1107455 库存论 Inventory theory
1107460 决策论 Decision theory
1107465 搜索论 Search theory
1107470 图论 Graph theory
1107475 统筹论 Critical path methods
1107480 最优化 Optimisation
1107499 运筹学其他学科 Operations research not elsewhere classified
11077 组合数学 Combinatorics
11081 离散数学 Discrete mathematics
11084 模糊数学 Fuzzy mathematics
11085 计算机数学 Computer mathematics
11087 应用数学 Applied mathematics
11099 数学其他学科 Mathematics not elsewhere classified
12010 信息科学与系统科学基础学科 Basic disciplines of information science and systems science
1201010 信息论 Information theory
1201020 控制论 Cybernetics
1201030 系统论 Systems theory
1201099 信息科学与系统科学基础学科其他学科 Basic disciplines of information science and systems science not elsewhere classified
12020 系统学 Systems science
1202010 混沌 Chaos
1202020 一般系统论 General systems theory
1202030 耗散结构理论 Theory of dissipative structures
1202040 协同学 Synergetics
1202050 突变论 Catastrophe theory
1202060 超循环论 Hypercycle theory
1202070 复杂系统与复杂性科学 Complex systems and complexity science
1202099 系统学其他学科 Systems science not elsewhere classified
12030 控制理论 Control theory
1203010 大系统理论 Large-scale systems theory
1203020 系统辨识 System identification
1203030 状态估计 State estimation
1203040 鲁棒控制 Robust control
1203099 控制理论其他学科 Control theory not elsewhere classified
12040 系统评估与可行性分析 Systems evaluation and feasibility analysis
12050 系统工程方法论 Systems engineering methodology
1205010 系统建模 Systems modelling
1205099 系统工程方法论其他学科 Systems engineering methodology not elsewhere classified
12099 信息科学与系统科学其他学科 Information science and systems science not elsewhere classified
13010 基础力学 Fundamental mechanics
1301010 理论力学 Theoretical mechanics
1301020 理性力学 Rational mechanics
1301030 非线性力学 Non-linear mechanics
1301040 连续介质力学 Continuum mechanics
1301050 摩擦学 Tribology
1301060 柔性多体力学 Flexible multibody dynamics
1301070 陀螺力学 Gyrodynamics
1301080 飞行力学 Flight mechanics
1301099 基础力学其他学科 Fundamental mechanics not elsewhere classified
13015 固体力学 Solid mechanics
1301510 弹性力学 Theory of elasticity
1301515 塑性力学 Theory of plasticity
1301520 粘弹性、粘塑性力学 Viscoelasticity and viscoplasticity
1301525 蠕变 Creep
1301530 界面力学与表面力学 Interface and surface mechanics
1301535 疲劳 Fatigue
1301540 损伤力学 Damage mechanics
1301545 断裂力学 Fracture mechanics
1301550 散体力学 Mechanics of granular media
1301555 细观力学 Mesomechanics
1301556 微观力学 Micromechanics
1301560 电磁固体力学 Electromagnetic solid mechanics
1301565 结构力学 Structural mechanics
1301570 计算固体力学 Computational solid mechanics
1301575 实验固体力学 Experimental solid mechanics
1301599 固体力学其他学科 Solid mechanics not elsewhere classified
13020 振动与波 Vibrations and waves
1302010 线性振动力学 Linear vibration
1302020 非线性振动力学 Non-linear vibration
1302030 弹性体振动力学 Vibration of elastic bodies
1302040 随机振动力学 Random vibration
1302050 振动控制理论 Vibration control theory
1302060 固体中的波 Waves in solids
1302070 流体—固体耦合振动 Fluid–structure coupled vibration
1302099 振动与波其他学科 Vibrations and waves not elsewhere classified
13025 流体力学 Fluid mechanics
1302511 理论流体力学 Theoretical fluid mechanics
1302514 水动力学 Hydrodynamics
1302517 气体动力学 Gas dynamics
1302521 空气动力学 Aerodynamics
1302524 悬浮体力学 Mechanics of suspensions
1302527 湍流理论 Turbulence theory
1302531 粘性流体力学 Viscous fluid mechanics
1302534 多相流体力学 Multiphase fluid mechanics
1302537 渗流力学 Mechanics of flow through porous media
1302541 物理—化学流体力学 Physico-chemical hydrodynamics
1302544 等离子体动力学 Plasma dynamics
1302547 电磁流体力学 Electromagnetic fluid mechanics
1302551 非牛顿流体力学 Non-Newtonian fluid mechanics
1302554 流体机械流体力学 Fluid mechanics of turbomachinery
1302557 旋转与分层流体力学 Mechanics of rotating and stratified fluids
1302561 辐射流体力学 Radiation fluid mechanics
1302564 计算流体力学 Computational fluid mechanics
1302567 实验流体力学 Experimental fluid mechanics
1302571 环境流体力学 Environmental fluid mechanics
1302574 微流体力学 Microfluidics
1302599 流体力学其他学科 Fluid mechanics not elsewhere classified
13030 流变学 Rheology
13035 爆炸力学 Explosion mechanics
1303510 爆轰与爆燃理论 Theory of detonation and deflagration
1303520 爆炸波、冲击波、应力波 Blast waves, shock waves and stress waves
1303530 高速碰撞动力学 High-velocity impact dynamics
1303599 爆炸力学其他学科 Explosion mechanics not elsewhere classified
13040 物理力学 Physical mechanics
1304010 高压固体物理力学 Physical mechanics of solids under high pressure
1304020 稠密流体物理力学 Physical mechanics of dense fluids
1304030 高温气体物理力学 Physical mechanics of high-temperature gases
1304040 多相介质物理力学 Physical mechanics of multiphase media
1304050 临界现象与相变 Critical phenomena and phase transitions
1304060 原子与分子动力学 Atomic and molecular dynamics
1304099 物理力学其他学科 Physical mechanics not elsewhere classified
13041 生物力学 Biomechanics
13045 统计力学 Statistical mechanics
13050 应用力学 Applied mechanics
13099 力学其他学科 Mechanics not elsewhere classified
14010 物理学史 History of physics
14015 理论物理学 Theoretical physics
1401510 数学物理 Mathematical physics
1401520 电磁场理论 Electromagnetic field theory
1401530 经典场论 Classical field theory
1401540 相对论 Relativity
1401550 量子力学 Quantum mechanics
1401560 统计物理学 Statistical physics
1401599 理论物理学其他学科 Theoretical physics not elsewhere classified
14020 声学 Acoustics
1402010 普通线性声学 General linear acoustics
1402020 非线性声学 Non-linear acoustics
1402025 流体动力声学 Aeroacoustics and hydroacoustics
1402035 超声学、量子声学和声学效应 Ultrasonics, quantum acoustics and physical effects of sound
1402045 次声学 Infrasonics
1402050 水声和海洋声学 Underwater acoustics and ocean acoustics
1402053 结构声学和振动 Structural acoustics and vibration
1402056 噪声、噪声效应及其控制 Noise, its effects and its control
1402059 建筑声学与电声学 Architectural acoustics and electroacoustics
1402063 声学信号处理 Acoustic signal processing
1402066 生理、心理声学和生物声学 Physiological acoustics, psychoacoustics and bioacoustics
1402069 语言声学和语音信号处理 Speech acoustics and speech signal processing
1402073 音乐声学 Musical acoustics
1402076 声学换能器、声学测量及方法 Acoustic transducers, acoustic measurements and methods
1402079 声学测量方法 Acoustic measurement methods
1402083 声学材料 Acoustic materials
1402086 信息科学中的声学问题 Acoustics in information science
1402099 与声学有关的其他物理问题和交叉学科 Other physical problems and interdisciplinary fields related to acoustics
14025 热学 Thermal physics
1402510 热力学 Thermodynamics
1402520 热物性学 Thermophysical properties
1402530 传热学 Heat transfer
1402599 热学其他学科 Thermal physics not elsewhere classified
14030 光学 Optics
1403010 几何光学 Geometrical optics
1403015 物理光学 Physical optics
1403020 非线性光学 Non-linear optics
1403025 光谱学 Spectroscopy
1403030 量子光学 Quantum optics
1403035 信息光学 Information optics
1403040 导波光学 Guided-wave optics
1403045 发光学 Luminescence
1403050 红外物理 Infrared physics
1403055 激光物理 Laser physics
1403057 光子学与集成光学 Photonics and integrated optics
1403060 应用光学 Applied optics
1403062 环境光学 Environmental optics
1403064 海洋光学 Ocean optics
1403066 光学遥感 Optical remote sensing
1403068 超快激光及应用 Ultrafast lasers and their applications
1403099 光学其他学科 Optics not elsewhere classified
14035 电磁学 Electromagnetism
1403510 电学 Electricity
1403520 静电学 Electrostatics
1403530 静磁学 Magnetostatics
1403540 电动力学 Electrodynamics
1403599 电磁学其他学科 Electromagnetism not elsewhere classified
14040 无线电物理 Radio physics
1404010 电磁波物理 Physics of electromagnetic waves
1404020 量子无线电物理 Quantum radio physics
1404030 微波物理学 Microwave physics
1404040 超高频无线电物理 Ultra-high-frequency radio physics
1404050 统计无线电物理 Statistical radio physics
1404099 无线电物理其他学科 Radio physics not elsewhere classified
14045 电子物理学 Electron physics
1404510 量子电子学 Quantum electronics
1404520 电子离子与真空物理 Electron, ion and vacuum physics
1404530 带电粒子光学 Charged-particle optics
1404599 电子物理学其他学科 Electron physics not elsewhere classified
14050 凝聚态物理学 Condensed matter physics
1405010 凝聚态理论 Condensed matter theory
1405015 金属物理学 Metal physics
1405020 半导体物理学 Semiconductor physics
1405025 电介质物理学 Dielectric physics
1405030 晶体学 Crystallography
1405035 非晶态物理学 Physics of amorphous matter
1405040 软物质物理学 Soft matter physics
1405045 薄膜物理学 Thin film physics
1405050 低维物理 Low-dimensional physics
1405055 表面与界面物理学 Surface and interface physics
1405060 固体发光 Luminescence of solids
1405065 磁学 Magnetism
1405070 超导物理学 Superconductivity
1405075 低温物理学 Low-temperature physics
1405080 高压物理学 High-pressure physics
1405085 介观物理学 Mesoscopic physics
1405090 量子调控 Quantum control
1405099 凝聚态物理学其他学科 Condensed matter physics not elsewhere classified
14055 等离子体物理学 Plasma physics
1405510 热核聚变等离子体物理学 Thermonuclear fusion plasma physics
1405520 低温等离子体物理学 Low-temperature plasma physics
1405530 等离子体诊断学 Plasma diagnostics
1405540 凝聚态等离子体物理学 Condensed plasma physics
1405599 等离子体物理学其他学科 Plasma physics not elsewhere classified
14060 原子分子物理学 Atomic and molecular physics
1406010 原子与分子理论 Atomic and molecular theory
1406020 原子光谱学 Atomic spectroscopy
1406030 分子光谱学 Molecular spectroscopy
1406040 波谱学 Radio-frequency spectroscopy
1406050 原子与分子碰撞过程 Atomic and molecular collisions
1406055 玻色—爱因斯坦凝聚和冷原子物理 Bose–Einstein condensation and cold atom physics
1406099 原子分子物理学其他学科 Atomic and molecular physics not elsewhere classified
14065 原子核物理学 Nuclear physics
1406510 核结构 Nuclear structure
1406515 核能谱学 Nuclear spectroscopy
1406520 低能核反应 Low-energy nuclear reactions
1406525 中子物理学 Neutron physics
1406530 裂变物理学 Fission physics
1406535 聚变物理学 Fusion physics
1406540 轻粒子核物理学 Light-particle nuclear physics
1406545 重离子核物理学 Heavy-ion nuclear physics
1406550 中高能核物理学 Intermediate- and high-energy nuclear physics
1406599 原子核物理学其他学科 Nuclear physics not elsewhere classified
14070 高能物理学 High-energy physics
1407010 粒子物理学 Particle physics
1407020 宇宙线物理学 Cosmic-ray physics
1407030 粒子加速器物理学 Particle accelerator physics
1407040 高能物理实验 Experimental high-energy physics
1407050 粒子宇宙学 Particle cosmology
1407099 高能物理学其他学科 High-energy physics not elsewhere classified
14075 计算物理学 Computational physics
14080 应用物理学 Applied physics
14099 物理学其他学科 Physics not elsewhere classified
15010 化学史 History of chemistry
15015 无机化学 Inorganic chemistry
1501510 元素化学 Chemistry of the elements
1501520 配位化学 Coordination chemistry
1501530 同位素化学 Isotope chemistry
1501540 无机固体化学 Inorganic solid-state chemistry
1501550 无机合成化学 Inorganic synthesis
1501560 无机分离化学 Inorganic separation chemistry
1501570 物理无机化学 Physical inorganic chemistry
1501580 生物无机化学 Bioinorganic chemistry
1501599 无机化学其他学科 Inorganic chemistry not elsewhere classified
15020 有机化学 Organic chemistry
1502010 元素有机化学 Organoelement chemistry
1502020 天然产物有机化学 Organic chemistry of natural products
1502030 有机固体化学 Organic solid-state chemistry
1502040 有机合成化学 Organic synthesis
1502050 有机光化学 Organic photochemistry
1502060 物理有机化学 Physical organic chemistry
1502070 生物有机化学 Bioorganic chemistry
1502075 金属有机光化学 Organometallic photochemistry
1502099 有机化学其他学科 Organic chemistry not elsewhere classified
15025 分析化学 Analytical chemistry
1502510 化学分析 Chemical analysis
1502515 电化学分析 Electrochemical analysis
1502520 光谱分析 Spectroscopic analysis
1502525 波谱分析 Magnetic resonance spectroscopy
1502530 质谱分析 Mass spectrometry
1502535 热化学分析 Thermochemical analysis
1502540 色谱分析 Chromatography
1502545 光度分析 Photometric analysis
1502550 放射分析 Radiochemical analysis
1502555 状态分析与物相分析 State analysis and phase analysis
1502560 分析化学计量学 Chemometrics
1502599 分析化学其他学科 Analytical chemistry not elsewhere classified
15030 物理化学 Physical chemistry
1503010 化学热力学 Chemical thermodynamics
1503015 化学动力学 Chemical kinetics
1503020 结构化学 Structural chemistry
1503025 量子化学 Quantum chemistry
1503030 胶体化学与界面化学 Colloid and interface chemistry
1503035 催化化学 Catalysis
1503040 热化学 Thermochemistry
1503045 光化学 Photochemistry
1503050 电化学 Electrochemistry
1503055 磁化学 Magnetochemistry
1503060 高能化学 High-energy chemistry
1503065 计算化学 Computational chemistry
1503099 物理化学其他学科 Physical chemistry not elsewhere classified
15035 化学物理学 Chemical physics
15040 高分子物理 Polymer physics
15045 高分子化学 Polymer chemistry
1504510 无机高分子化学 Inorganic polymer chemistry
1504520 天然高分子化学 Chemistry of natural polymers
1504530 功能高分子 Functional polymers
1504540 高分子合成化学 Synthetic polymer chemistry
1504550 高分子物理化学 Physical chemistry of polymers
1504560 高分子光化学 Polymer photochemistry
1504599 高分子化学其他学科 Polymer chemistry not elsewhere classified
15050 核化学 Nuclear chemistry
1505010 放射化学 Radiochemistry
1505020 核反应化学 Chemistry of nuclear reactions
1505030 裂变化学 Fission chemistry
1505040 聚变化学 Fusion chemistry
1505050 重离子核化学 Heavy-ion nuclear chemistry
1505060 核转变化学 Chemistry of nuclear transformations
1505070 环境放射化学 Environmental radiochemistry
1505099 核化学其他学科 Nuclear chemistry not elsewhere classified
15055 应用化学 Applied chemistry
15060 化学生物学 Chemical biology
15065 材料化学 Materials chemistry
1506510 软化学 Soft chemistry
1506520 碳化学 Carbon chemistry
1506530 纳米化学 Nanochemistry
1506599 材料化学其他学科 Materials chemistry not elsewhere classified
15099 化学其他学科 Chemistry not elsewhere classified
16010 天文学史 History of astronomy
16015 天体力学 Celestial mechanics
1601510 摄动理论 Perturbation theory
1601520 天体力学定性理论 Qualitative theory of celestial mechanics
1601530 天体形状与自转理论 Theory of figures and rotation of celestial bodies
1601540 天体力学数值方法 Numerical methods of celestial mechanics
1601550 天文动力学 Astrodynamics
1601560 历书天文学 Ephemeris astronomy
1601599 天体力学其他学科 Celestial mechanics not elsewhere classified
16020 天体物理学 Astrophysics
1602010 理论天体物理学 Theoretical astrophysics
1602020 相对论天体物理学 Relativistic astrophysics
1602040 高能天体物理学 High-energy astrophysics
1602050 实测天体物理学 Observational astrophysics
1602099 天体物理学其他学科 Astrophysics not elsewhere classified
16025 宇宙化学 Cosmochemistry
1602510 空间化学 Space chemistry
1602520 天体元素学 Chemistry of the elements in celestial bodies
1602530 月球与行星化学 Lunar and planetary chemistry
1602599 宇宙化学其他学科 Cosmochemistry not elsewhere classified
16030 天体测量学 Astrometry
1603020 基本天体测量学 Fundamental astrometry
1603030 照相天体测量学 Photographic astrometry
1603040 射电天体测量学 Radio astrometry
1603050 空间天体测量学 Space astrometry
1603060 方位天文学 Positional astronomy
1603070 实用天文学 Practical astronomy
1603099 天体测量学其他学科 Astrometry not elsewhere classified
16035 射电天文学 Radio astronomy
1603510 射电天体物理学 Radio astrophysics
1603520 射电天文方法 Methods of radio astronomy
1603599 射电天文学其他学科 Radio astronomy not elsewhere classified
16040 空间天文学 Space astronomy
1604010 红外天文学 Infrared astronomy
1604020 紫外天文学 Ultraviolet astronomy
1604030 X射线天文学 X-ray astronomy
1604040 γ射线天文学 Gamma-ray astronomy
1604050 中微子天文学 Neutrino astronomy
1604099 空间天文学其他学科 Space astronomy not elsewhere classified
16045 天体演化学 Evolution of celestial bodies
16050 星系与宇宙学 Galaxies and cosmology
1605010 星系动力学 Galactic dynamics
1605020 星系天文学 Extragalactic astronomy
1605030 运动宇宙学 Kinematic cosmology
1605040 星系际物质 Intergalactic matter
1605050 大爆炸宇宙论 Big Bang cosmology
1605060 星系形成与演化 Formation and evolution of galaxies
1605070 宇宙大尺度结构起源与演化 Origin and evolution of the large-scale structure of the universe
1605099 星系与宇宙学其他学科 Galaxies and cosmology not elsewhere classified
16055 恒星与银河系 Stars and the Milky Way
1605510 恒星物理学 Stellar physics
1605520 恒星天文学 Stellar astronomy
1605530 恒星形成与演化 Formation and evolution of stars
1605540 星际物质物理学 Physics of interstellar matter
1605550 银河系结构与运动 Structure and motion of the Milky Way
1605599 恒星与银河系其他学科 Stars and the Milky Way not elsewhere classified
16060 太阳与太阳系 Sun and Solar System
1606010 太阳物理学 Solar physics
1606020 太阳系物理学 Physics of the Solar System
1606030 太阳系形成与演化 Formation and evolution of the Solar System
1606040 行星物理学 Planetary physics
1606050 行星际物理学 Interplanetary physics
1606060 陨星学 Meteoritics
1606070 比较行星学 Comparative planetology
1606080 月球科学 Lunar science
1606099 太阳与太阳系其他学科 Sun and Solar System not elsewhere classified
16065 天体生物学 Astrobiology
16070 天文地球动力学 Astrogeodynamics
16075 时间测量学 Time measurement
1607510 时间尺度 Time scales
1607520 时间测量与方法 Methods of time measurement
1607530 守时理论 Theory of timekeeping
1607540 授时理论与方法 Theory and methods of time dissemination
1607599 时间测量学其他学科 Time measurement not elsewhere classified
16099 天文学其他学科 Astronomy not elsewhere classified
17010 地球科学史 History of earth science
17015 大气科学 Atmospheric science
1701510 大气物理学 Atmospheric physics
1701515 大气化学 Atmospheric chemistry
1701520 大气探测 Atmospheric sounding
1701525 动力气象学 Dynamic meteorology
1701530 天气学 Synoptic meteorology
1701535 气候学 Climatology
1701540 大气边界层物理学 Atmospheric boundary layer physics
1701545 应用气象学 Applied meteorology
1701599 大气科学其他学科 Atmospheric science not elsewhere classified
17020 固体地球物理学 Solid-earth geophysics
1702010 地球动力学 Geodynamics
1702015 地球重力学 Gravimetry
1702020 地球流体力学 Geophysical fluid dynamics
1702025 地壳与地形变 Earth's crust and its deformation
1702030 地球内部物理学 Physics of the Earth's interior
1702035 地声学 Geoacoustics
1702040 地热学 Geothermics
1702045 地电学 Geoelectricity
1702050 地磁学 Geomagnetism
1702055 放射性地球物理学 Radioactive geophysics
1702060 地震学 Seismology
1702065 勘探地球物理学 Exploration geophysics
1702070 计算地球物理学 Computational geophysics
1702075 实验地球物理学 Experimental geophysics
1702099 固体地球物理学其他学科 Solid-earth geophysics not elsewhere classified
17025 空间物理学 Space physics
1702510 电离层物理学 Ionospheric physics
1702520 高层大气物理学 Upper atmospheric physics
1702530 磁层物理学 Magnetospheric physics
1702540 空间物理探测 Observation in space physics
1702550 空间环境学 Space environment science
1702599 空间物理学其他学科 Space physics not elsewhere classified
17030 地球化学 Geochemistry
1703010 元素地球化学 Element geochemistry
1703015 有机地球化学 Organic geochemistry
1703020 放射性地球化学 Radioactive geochemistry
1703025 同位素地球化学 Isotope geochemistry
1703030 生物地球化学 Biogeochemistry
1703035 地球内部化学 Chemistry of the Earth's interior
1703040 同位素地质年代学 Isotope geochronology
1703045 成矿地球化学 Metallogenic geochemistry
1703050 勘探地球化学 Exploration geochemistry
1703055 实验地球化学 Experimental geochemistry
1703060 能源地球化学 Energy geochemistry
1703099 地球化学其他学科 Geochemistry not elsewhere classified
17035 大地测量学 Geodesy
1703510 地球形状学 Study of the Earth's figure
1703520 几何大地测量学 Geometric geodesy
1703530 物理大地测量学 Physical geodesy
1703540 动力大地测量学 Dynamic geodesy
1703550 空间大地测量学 Space geodesy
1703560 行星大地测量学 Planetary geodesy
1703599 大地测量学其他学科 Geodesy not elsewhere classified
17040 地图学 Cartography
17045 地理学 Geography
1704510 自然地理学 Physical geography
1704511 生物地理学 Biogeography
1704513 化学地理学 Chemical geography
1704514 地貌学 Geomorphology
1704520 人文地理学 Human geography
1704523 区域地理学 Regional geography
1704526 城市地理学 Urban geography
1704531 世界地理学 World geography
1704539 旅游地理学 Tourism geography
1704599 地理学其他学科 Geography not elsewhere classified
17050 地质学 Geology
1705011 数学地质学 Mathematical geology
1705014 地质力学 Geomechanics
1705017 动力地质学 Dynamic geology
1705021 矿物学 Mineralogy
1705024 矿床学与矿相学 Ore geology and ore mineralogy
1705027 岩石学 Petrology
1705031 岩土力学 Rock and soil mechanics
1705034 沉积学 Sedimentology
1705037 古地理学 Palaeogeography
1705041 古生物学 Palaeontology
1705044 地层学与地史学 Stratigraphy and historical geology
1705047 前寒武纪地质学 Precambrian geology
1705051 第四纪地质学 Quaternary geology
1705054 构造地质学 Structural geology
1705057 大地构造学 Tectonics
1705061 勘查地质学 Exploration geology
1705064 水文地质学 Hydrogeology
1705067 遥感地质学 Remote-sensing geology
1705071 区域地质学 Regional geology
1705074 火山学 Volcanology
1705077 石油与天然气地质学 Petroleum and natural gas geology
1705081 煤田地质学 Coal geology
1705084 实验地质学 Experimental geology
1705099 地质学其他学科 Geology not elsewhere classified
17055 水文学 Hydrology
1705510 水文物理学 Hydrophysics
1705515 水文化学 Hydrochemistry
1705520 水文地理学 Hydrogeography
1705525 水文气象学 Hydrometeorology
1705530 水文测量 Hydrometry
1705535 水文图学 Hydrography
1705540 湖沼学 Limnology
1705545 河流学与河口水文学 Potamology and estuarine hydrology
1705550 地下水文学 Groundwater hydrology
1705555 区域水文学 Regional hydrology
1705560 生态水文学 Ecohydrology
1705599 水文学其他学科 Hydrology not elsewhere classified
17060 海洋科学 Marine science
1706010 海洋物理学 Marine physics
1706015 海洋化学 Marine chemistry
1706020 海洋地球物理学 Marine geophysics
1706025 海洋气象学 Marine meteorology
1706030 海洋地质学 Marine geology
1706035 物理海洋学 Physical oceanography
1706040 海洋生物学 Marine biology
1706045 海洋地理学和河口海岸学 Marine geography and estuarine and coastal science
1706050 海洋调查与监测 Marine survey and monitoring
1706061 遥感海洋学 Remote-sensing oceanography
1706065 海洋生态学 Marine ecology
1706070 环境海洋学 Environmental oceanography
1706075 海洋资源学 Marine resource science
1706080 极地科学 Polar science
1706099 海洋科学其他学科 Marine science not elsewhere classified
17099 地球科学其他学科 Earth science not elsewhere classified
18011 生物数学 Biomathematics
18014 生物物理学 Biophysics
1801410 生物信息论与生物控制论 Bioinformation theory and biocybernetics
1801420 理论生物物理学 Theoretical biophysics
1801425 生物声学与声生物物理学 Bioacoustics and acoustic biophysics
1801430 生物光学与光生物物理学 Biophotonics and photobiophysics
1801435 生物电磁学 Bioelectromagnetics
1801440 生物能量学 Bioenergetics
1801445 低温生物物理学 Cryobiophysics
1801450 分子生物物理学与结构生物学 Molecular biophysics and structural biology
1801455 空间生物物理学 Space biophysics
1801460 仿生学 Bionics
1801465 系统生物物理学 Systems biophysics
1801470 生物影像学 Bioimaging
1801499 生物物理学其他学科 Biophysics not elsewhere classified
18017 生物化学 Biochemistry
1801710 多肽与蛋白质生物化学 Biochemistry of peptides and proteins
1801715 核酸生物化学 Biochemistry of nucleic acids
1801720 多糖生物化学 Biochemistry of polysaccharides
1801725 脂类生物化学 Biochemistry of lipids
1801730 酶学 Enzymology
1801735 膜生物化学 Membrane biochemistry
1801740 激素生物化学 Hormone biochemistry
1801745 生殖生物化学 Reproductive biochemistry
1801750 免疫生物化学 Immunochemistry
1801755 毒理生物化学 Toxicological biochemistry
1801760 比较生物化学 Comparative biochemistry
1801765 应用生物化学 Applied biochemistry
1801799 生物化学其他学科 Biochemistry not elsewhere classified
18021 细胞生物学 Cell biology
1802110 细胞生物物理学 Cell biophysics
1802120 细胞结构与形态学 Cell structure and morphology
1802130 细胞生理学 Cell physiology
1802140 细胞进化学 Cell evolution
1802150 细胞免疫学 Cellular immunology
1802160 细胞病理学 Cell pathology
1802170 膜生物学 Membrane biology
1802180 干细胞生物学 Stem cell biology
1802199 细胞生物学其他学科 Cell biology not elsewhere classified
18022 免疫学 Immunology
1802210 分子免疫学 Molecular immunology
1802215 免疫治疗学 Immunotherapy
1802220 疫苗学 Vaccinology
1802299 免疫学其他学科 Immunology not elsewhere classified
18024 生理学 Physiology
1802411 形态生理学 Morphophysiology
1802414 新陈代谢与营养生理学 Physiology of metabolism and nutrition
1802417 心血管生理学 Cardiovascular physiology
1802421 呼吸生理学 Respiratory physiology
1802424 消化生理学 Digestive physiology
1802427 血液生理学 Blood physiology
1802431 泌尿生理学 Urinary physiology
1802434 内分泌生理学 Endocrine physiology
1802437 感官生理学 Sensory physiology
1802441 生殖生理学 Reproductive physiology
1802444 骨骼生理学 Skeletal physiology
1802447 肌肉生理学 Muscle physiology
1802451 皮肤生理学 Skin physiology
1802454 循环生理学 Circulatory physiology
1802457 比较生理学 Comparative physiology
1802461 年龄生理学 Age physiology
1802464 特殊环境生理学 Physiology of extreme environments
1802467 语言生理学 Physiology of speech
1802499 生理学其他学科 Physiology not elsewhere classified
18027 发育生物学 Developmental biology
1802710 比较发育生物学 Comparative developmental biology
1802720 演化发育生物学 Evolutionary developmental biology
1802730 繁殖生物学 Reproductive biology
1802799 发育生物学其他学科 Developmental biology not elsewhere classified
18031 遗传学 Genetics
1803110 数量遗传学 Quantitative genetics
1803115 生化遗传学 Biochemical genetics
1803120 细胞遗传学 Cytogenetics
1803125 体细胞遗传学 Somatic cell genetics
1803130 发育遗传学 Developmental genetics
1803135 分子遗传学 Molecular genetics
1803140 辐射遗传学 Radiation genetics
1803145 进化遗传学 Evolutionary genetics
1803150 生态遗传学 Ecological genetics
1803155 免疫遗传学 Immunogenetics
1803160 毒理遗传学 Toxicogenetics
1803165 行为遗传学 Behavioural genetics
1803170 群体遗传学 Population genetics
1803175 表观遗传学 Epigenetics
1803199 遗传学其他学科 Genetics not elsewhere classified
18034 放射生物学 Radiobiology
1803410 放射生物物理学 Radiation biophysics
1803420 细胞放射生物学 Cellular radiobiology
1803430 放射生理学 Radiation physiology
1803440 分子放射生物学 Molecular radiobiology
1803450 放射免疫学 Radioimmunology
1803460 放射毒理学 Radiotoxicology
1803499 放射生物学其他学科 Radiobiology not elsewhere classified
18037 分子生物学 Molecular biology
1803710 基因组学 Genomics
1803720 核糖核酸组学 RNomics
1803730 蛋白质组学 Proteomics
1803740 代谢组学 Metabolomics
1803750 生物信息学 Bioinformatics
1803799 分子生物学其他学科 Molecular biology not elsewhere classified
18039 专题生物学研究 Thematic biological research
1803910 水生生物学 Aquatic biology
1803920 保护生物学 Conservation biology
1803930 计算生物学 Computational biology
1803940 营养生物学 Nutritional biology
1803999 专题生物学研究其他学科 Thematic biological research not elsewhere classified
18041 生物进化论 Theory of biological evolution
18044 生态学 Ecology
1804410 数学生态学 Mathematical ecology
1804415 化学生态学 Chemical ecology
1804420 生理生态学 Physiological ecology
1804421 进化生态学 Evolutionary ecology
1804422 分子生态学 Molecular ecology
1804423 行为生态学 Behavioural ecology
1804425 生态毒理学 Ecotoxicology
1804430 区域生态学 Regional ecology
1804435 种群生态学 Population ecology
1804440 群落生态学 Community ecology
1804445 生态系统生态学 Ecosystem ecology
1804450 生态工程学 Ecological engineering
1804455 恢复生态学 Restoration ecology
1804460 景观生态学 Landscape ecology
1804465 水生生态学与湖泊生态学 Aquatic ecology and lake ecology
1804499 生态学其他学科 Ecology not elsewhere classified
18047 神经生物学 Neurobiology
1804710 神经生物物理学 Neurobiophysics
1804715 神经生物化学 Neurochemistry
1804720 神经形态学 Neuromorphology
1804725 细胞神经生物学 Cellular neurobiology
1804730 神经生理学 Neurophysiology
1804735 发育神经生物学 Developmental neurobiology
1804740 分子神经生物学 Molecular neurobiology
1804745 比较神经生物学 Comparative neurobiology
1804750 系统神经生物学 Systems neurobiology
1804799 神经生物学其他学科 Neurobiology not elsewhere classified
18051 植物学 Botany
1805110 植物化学 Phytochemistry
1805115 植物生物物理学 Plant biophysics
1805120 植物生物化学 Plant biochemistry
1805125 植物形态学 Plant morphology
1805130 植物解剖学 Plant anatomy
1805135 植物细胞学 Plant cytology
1805140 植物生理学 Plant physiology
1805145 植物生殖生物学 Plant reproductive biology
1805150 植物发育学 Plant development
1805155 植物遗传学 Plant genetics
1805156 植物引种驯化 Plant introduction and domestication
1805160 植物生态学 Plant ecology
1805165 植物地理学 Phytogeography
1805170 植物群落学 Phytocoenology
1805175 植物分类学 Plant taxonomy
1805180 实验植物学 Experimental botany
1805181 民族植物学 Ethnobotany
1805185 植物寄生虫学 Plant parasitology
1805199 植物学其他学科 Botany not elsewhere classified
18054 昆虫学 Entomology
1805410 昆虫生物化学 Insect biochemistry
1805415 昆虫形态学 Insect morphology
1805420 昆虫组织学 Insect histology
1805425 昆虫生理学 Insect physiology
1805430 昆虫生态学 Insect ecology
1805435 昆虫病理学 Insect pathology
1805440 昆虫毒理学 Insect toxicology
1805445 昆虫行为学 Insect behaviour
1805450 昆虫分类学 Insect taxonomy
1805455 实验昆虫学 Experimental entomology
1805460 昆虫病毒学 Insect virology
1805499 昆虫学其他学科 Entomology not elsewhere classified
18057 动物学 Zoology
1805711 动物生物物理学 Animal biophysics
1805714 动物生物化学 Animal biochemistry
1805717 动物形态学 Animal morphology
1805721 动物解剖学 Animal anatomy
1805724 动物组织学 Animal histology
1805727 动物细胞学 Animal cytology
1805731 动物生理学 Animal physiology
1805734 动物生殖生物学 Animal reproductive biology
1805737 动物生长发育学 Animal growth and development
1805741 动物遗传学 Animal genetics
1805744 动物生态学 Animal ecology
1805747 动物病理学 Animal pathology
1805751 动物行为学 Ethology
1805754 动物地理学 Zoogeography
1805757 动物分类学 Animal taxonomy
1805761 实验动物学 Laboratory animal science
1805764 动物寄生虫学 Animal parasitology
1805767 动物病毒学 Animal virology
1805799 动物学其他学科 Zoology not elsewhere classified
18061 微生物学 Microbiology
1806110 微生物生物化学 Microbial biochemistry
1806115 微生物生理学 Microbial physiology
1806120 微生物遗传学 Microbial genetics
1806125 微生物生态学 Microbial ecology
1806130 微生物免疫学 Microbial immunology
1806135 微生物分类学 Microbial taxonomy
1806140 真菌学 Mycology
1806145 细菌学 Bacteriology
1806150 应用与环境微生物学 Applied and environmental microbiology
1806199 微生物学其他学科 Microbiology not elsewhere classified
18064 病毒学 Virology
1806405 普通病毒学 General virology
1806410 病毒生物化学 Viral biochemistry
1806420 分子病毒学 Molecular virology
1806430 病毒生态学 Viral ecology
1806440 病毒分类学 Viral taxonomy
1806450 噬菌体学 Bacteriophage biology
1806460 医学病毒学 Medical virology
1806499 病毒学其他学科 Virology not elsewhere classified
18067 人类学 Anthropology
1806710 人类起源与演化学 Human origins and evolution
1806715 人类形态学 Human morphology
1806720 人类遗传学 Human genetics
1806725 分子人类学 Molecular anthropology
1806730 人类生态学 Human ecology
1806735 心理人类学 Psychological anthropology
1806740 古人类学 Palaeoanthropology
1806745 人种学 Study of human populations
1806750 人体测量学 Anthropometry
1806799 人类学其他学科 Anthropology not elsewhere classified
18099 生物学其他学科 Biology not elsewhere classified
19010 心理学史 History of psychology
1901010 心理学国际传播 International dissemination of psychology
1901020 心理学理论 Theory of psychology
19015 认知心理学 Cognitive psychology
1901510 知觉 Perception
1901520 阅读心理学 Psychology of reading
1901530 心理语言学 Psycholinguistics
1901540 认知神经科学 Cognitive neuroscience
1901550 色彩心理学 Colour psychology
1901599 认知心理学其他学科 Cognitive psychology not elsewhere classified
19020 社会心理学 Social psychology
1902010 家庭心理学 Family psychology
1902020 婚姻心理学 Psychology of marriage
1902030 人际心理学 Interpersonal psychology
1902040 道德心理学 Moral psychology
1902099 社会心理学其他学科 Social psychology not elsewhere classified
19025 实验心理学 Experimental psychology
1902510 心理学研究方法 Research methods in psychology
1902599 实验心理学其他学科 Experimental psychology not elsewhere classified
19030 发展心理学 Developmental psychology
1903510 婴儿心理学 Infant psychology
1903520 儿童心理学 Child psychology
1903530 妇女心理学 Psychology of women
1903540 老年心理学 Psychology of ageing
1903599 发展心理学其他学科 Developmental psychology not elsewhere classified
19040 医学心理学 Medical psychology
1904010 医患心理学 Psychology of the doctor–patient relationship
1904020 健康心理学 Health psychology
1904099 医学心理学其他学科 Medical psychology not elsewhere classified
19041 人格心理学 Personality psychology
1904110 异常心理学 Abnormal psychology
1904199 人格心理学其他学科 Personality psychology not elsewhere classified
19042 临床与咨询心理学 Clinical and counselling psychology
1904210 咨询心理技术 Counselling techniques
1904220 员工援助技术 Employee assistance techniques
1904299 临床与咨询心理学其他学科 Clinical and counselling psychology not elsewhere classified
19045 心理测量 Psychological measurement
1904510 心理测量理论 Theory of psychological measurement
1904520 心理测量技术 Techniques of psychological measurement
19046 心理统计 Psychological statistics
1904610 心理统计原理 Principles of psychological statistics
1904620 心理统计方法 Methods of psychological statistics
19050 生理心理学 Physiological psychology
1905010 感觉心理学 Psychology of sensation
1905020 比较心理学 Comparative psychology
1905030 心理神经免疫学 Psychoneuroimmunology
1905040 心理药理学 Psychopharmacology
1905099 生理心理学其他学科 Physiological psychology not elsewhere classified
19055 工业心理学 Industrial psychology
1905510 交通心理学 Traffic psychology
1905515 消费心理学 Consumer psychology
1905520 营销心理学 Marketing psychology
1905525 经济心理学 Economic psychology
1905599 工业心理学其他学科 Industrial psychology not elsewhere classified
19060 管理心理学 Managerial psychology
1906010 干部心理学 Psychology of cadres
1906020 绩效评估技术 Performance assessment techniques
1906099 管理心理学其他学科 Managerial psychology not elsewhere classified
19065 应用心理学 Applied psychology
1906510 心理人类学 Psychological anthropology
1906599 应用心理学其他学科 Applied psychology not elsewhere classified
19070 教育心理学 Educational psychology
1907010 学习心理学 Psychology of learning
1907020 学校心理学 School psychology
1907099 教育心理学其他学科 Educational psychology not elsewhere classified
19075 法制心理学 Psychology of law
1907510 罪犯心理学 Criminal psychology
1907520 证人心理学 Psychology of testimony
1907599 法制心理学其他学科 Psychology of law not elsewhere classified
19099 心理学其他学科 Psychology not elsewhere classified
21010 农业史 History of agriculture
2101010 农业科技史 History of agricultural science and technology
2101020 农村社会史 Rural social history
2101030 农业文化史 History of agricultural culture
2101099 农业史其他学科 History of agriculture not elsewhere classified
21020 农业基础学科 Basic disciplines of agronomy
2102010 农业数学 Agricultural mathematics
2102020 农业气象学与农业气候学 Agricultural meteorology and agroclimatology
2102030 农业生物物理学 Agricultural biophysics
2102040 农业生物化学 Agricultural biochemistry
2102050 农业生态学 Agroecology
2102060 农业植物学 Agricultural botany
2102070 农业微生物学 Agricultural microbiology
2102080 植物营养学 Plant nutrition
2102099 农业基础学科其他学科 Basic disciplines of agronomy not elsewhere classified
21030 农艺学 Crop science
2103010 作物形态学 Crop morphology
2103015 作物生理学 Crop physiology
2103020 作物遗传学 Crop genetics
2103025 作物生态学 Crop ecology
2103030 种子学 Seed science
2103033 作物育种学 Crop breeding
2103036 良种繁育学 Seed multiplication of improved varieties
2103040 作物栽培学 Crop cultivation
2103045 作物耕作学 Cropping systems and tillage
2103050 作物种质资源学 Crop germplasm resources
2103099 农艺学其他学科 Crop science not elsewhere classified
21040 园艺学 Horticulture
2104010 果树学 Pomology
2104020 瓜果学 Melon science
2104030 蔬菜学 Olericulture
2104050 茶学 Tea science
2104060 观赏园艺学 Ornamental horticulture
2104099 园艺学其他学科 Horticulture not elsewhere classified
21045 农产品贮藏与加工 Storage and processing of agricultural products
2104510 农产品贮藏与加工 Storage and processing of agricultural products
2104520 粮油产品贮藏与加工 Storage and processing of grain and oil products
2104530 果蔬贮藏与加工 Storage and processing of fruit and vegetables
2104540 土特产品贮藏与加工 Storage and processing of local specialities
2104550 农副产品综合利用 Comprehensive utilisation of agricultural and sideline products
2104599 农产品贮藏与加工其他学科 Storage and processing of agricultural products not elsewhere classified
21050 土壤学 Soil science
2105010 土壤物理学 Soil physics
2105015 土壤化学 Soil chemistry
2105020 土壤地理学 Soil geography
2105025 土壤生物学 Soil biology
2105030 土壤生态学 Soil ecology
2105035 土壤耕作学 Soil tillage
2105040 土壤改良学 Soil amelioration
2105045 土壤肥料学 Soil fertility and fertilisers
2105050 土壤分类学 Soil classification
2105055 土壤调查与评价 Soil survey and evaluation
2105060 土壤修复 Soil remediation
2105099 土壤学其他学科 Soil science not elsewhere classified
21060 植物保护学 Plant protection
2106010 植物检疫学 Plant quarantine
2106015 植物免疫学 Plant immunology
2106020 植物病理学 Plant pathology
2106025 植物药理学 Plant pharmacology
2106030 农业昆虫学 Agricultural entomology
2106035 植物病毒学 Plant virology
2106036 植物真菌学 Plant mycology
2106037 植物细菌学 Plant bacteriology
2106038 植物线虫学 Plant nematology
2106040 农药学 Pesticide science
2106045 有害生物监测预警 Pest monitoring and early warning
2106050 抗病虫害育种 Breeding for disease and insect resistance
2106055 有害生物化学防治 Chemical control of pests
2106060 有害生物生物防治 Biological control of pests
2106065 有害生物综合防治 Integrated pest management
2106066 有害生物生态调控 Ecological regulation of pests
2106067 农业转基因生物安全学 Biosafety of agricultural genetically modified organisms
2106070 杂草防除 Weed control
2106075 鸟兽、鼠害防治 Control of birds, beasts and rodents
2106099 植物保护学其他学科 Plant protection not elsewhere classified
21099 农学其他学科 Agronomy not elsewhere classified
22010 林业基础学科 Basic disciplines of forestry
2201010 森林气象学 Forest meteorology
2201020 森林地理学 Forest geography
2201030 森林水文学 Forest hydrology
2201040 森林土壤学 Forest soil science
2201050 树木生理学 Tree physiology
2201060 森林生态学 Forest ecology
2201070 森林植物学 Forest botany
2201099 林业基础学科其他学科 Basic disciplines of forestry not elsewhere classified
22015 林木遗传育种学 Forest tree genetics and breeding
2201510 林木育种学 Forest tree breeding
2201520 林木遗传学 Forest tree genetics
2201599 林木遗传育种学其他学科 Forest tree genetics and breeding not elsewhere classified
22020 森林培育学 Silviculture
2202010 种苗学 Seeds and seedlings
2202020 造林学 Afforestation
2202099 森林培育学其他学科 Silviculture not elsewhere classified
22025 森林经理学 Forest management
2202510 森林测计学 Forest mensuration
2202520 森林测量学 Forest surveying
2202530 林业遥感 Forestry remote sensing
2202540 林业信息管理 Forestry information management
2202550 林业系统工程 Forestry systems engineering
2202599 森林经理学其他学科 Forest management not elsewhere classified
22030 森林保护学 Forest protection
2203010 森林病理学 Forest pathology
2203020 森林昆虫学 Forest entomology
2203030 森林防火学 Forest fire prevention
2203099 森林保护学其他学科 Forest protection not elsewhere classified
22035 野生动物保护与管理 Wildlife conservation and management
22040 防护林学 Protection forest science
22045 经济林学 Economic forest science
22050 园林学 Landscape architecture
2205010 园林植物学 Landscape plants
2205020 风景园林工程 Landscape engineering
2205030 风景园林经营与管理 Landscape management and operation
2205099 园林学其他学科 Landscape architecture not elsewhere classified
22055 林业工程 Forestry engineering
2205510 森林采运学 Logging and timber transport
2205520 林业机械 Forestry machinery
2205530 林业机械化与电气化 Forestry mechanisation and electrification
2205540 木材学 Wood science
2205550 木材加工与人造板工艺学 Wood processing and wood-based panel technology
2205560 木材防腐学 Wood preservation
2205570 林产化学加工学 Chemical processing of forest products
2205599 林业工程其他学科 Forestry engineering not elsewhere classified
22060 森林统计学 Forest statistics
22065 林业经济学 Forest economics
22099 林学其他学科 Forestry not elsewhere classified
23010 畜牧、兽医科学基础学科 Basic disciplines of animal husbandry and veterinary science
2301010 家畜生物化学 Livestock biochemistry
2301020 家畜生理学 Livestock physiology
2301030 家畜遗传学 Livestock genetics
2301040 家畜生态学 Livestock ecology
2301050 家畜微生物学 Livestock microbiology
2301099 畜牧、兽医科学基础学科其他学科 Basic disciplines of animal husbandry and veterinary science not elsewhere classified
23020 畜牧学 Animal husbandry
2302005 农业动物资源学 Agricultural animal resources
2302010 家畜遗传育种学 Livestock genetics and breeding
2302015 家畜繁殖学 Livestock reproduction
2302020 动物营养学 Animal nutrition
2302025 饲料学 Feed science
2302030 家畜饲养管理学 Livestock feeding and management
2302035 特种经济动物饲养学 Husbandry of special economic animals
2302040 家畜行为学 Livestock behaviour
2302045 家畜卫生学 Livestock hygiene
2302050 草原学 Grassland science
2302055 畜产品贮藏与加工 Storage and processing of animal products
2302060 畜牧机械化 Mechanisation of animal husbandry
2302065 养禽学 Poultry science
2302070 养蜂学 Apiculture
2302075 养蚕学 Sericulture
2302080 畜牧经济学 Economics of animal husbandry
2302099 畜牧学其他学科 Animal husbandry not elsewhere classified
23030 兽医学 Veterinary science
2303005 预防兽医学 Preventive veterinary medicine
2303006 兽医病原学 Veterinary pathogen biology
2303007 兽医流行学 Veterinary epidemiology
2303010 家畜解剖学与组织学 Livestock anatomy and histology
2303015 家畜组织胚胎学 Livestock histology and embryology
2303016 动物分子病原学 Molecular animal pathogenesis
2303020 兽医免疫学 Veterinary immunology
2303025 家畜病理学 Livestock pathology
2303030 兽医药理学与毒理学 Veterinary pharmacology and toxicology
2303035 兽医临床学 Veterinary clinical science
2303040 兽医卫生检疫学 Veterinary hygiene and quarantine
2303045 家畜寄生虫学 Livestock parasitology
2303050 家畜传染病学 Infectious diseases of livestock
2303055 家畜病毒学 Livestock virology
2303060 中兽医学 Traditional Chinese veterinary medicine
2303065 兽医器械学 Veterinary instruments
2303099 兽医学其他学科 Veterinary science not elsewhere classified
23099 畜牧、兽医科学其他学科 Animal husbandry and veterinary science not elsewhere classified
24010 水产学基础学科 Basic disciplines of fisheries science
2401010 水产化学 Aquatic chemistry of fisheries
2401020 水产地理学 Geography of fisheries
2401030 水产生物学 Fishery biology
2401033 水产遗传育种学 Genetics and breeding of aquatic animals
2401036 水产动物医学 Aquatic animal medicine
2401040 水域生态学 Aquatic ecology
2401099 水产学基础学科其他学科 Basic disciplines of fisheries science not elsewhere classified
24015 水产增殖学 Fishery stock enhancement
24020 水产养殖学 Aquaculture
24025 水产饲料学 Aquafeed science
24030 水产保护学 Fishery protection
24035 捕捞学 Fishing science
24040 水产品贮藏与加工 Storage and processing of aquatic products
24045 水产工程学 Fishery engineering
24050 水产资源学 Fishery resource science
24055 水产经济学 Fishery economics
24099 水产学其他学科 Fisheries science not elsewhere classified
31010 医学史 History of medicine
31011 医学生物化学 Medical biochemistry
31014 人体解剖学 Human anatomy
3101410 系统解剖学 Systematic anatomy
3101420 局部解剖学 Regional anatomy
3101499 人体解剖学其他学科 Human anatomy not elsewhere classified
31017 医学细胞生物学 Medical cell biology
31021 人体生理学 Human physiology
31024 人体组织胚胎学 Human histology and embryology
31027 医学遗传学 Medical genetics
31031 放射医学 Radiation medicine
31034 人体免疫学 Human immunology
31037 医学寄生虫学 Medical parasitology
3103710 医学寄生虫免疫学 Immunology of medical parasites
3103720 医学昆虫学 Medical entomology
3103730 医学蠕虫学 Medical helminthology
3103740 医学原虫学 Medical protozoology
3103799 医学寄生虫学其他学科 Medical parasitology not elsewhere classified
31041 医学微生物学 Medical microbiology
31044 病理学 Pathology
3104410 病理生物学 Pathobiology
3104420 病理解剖学 Pathological anatomy
3104430 病理生理学 Pathophysiology
3104440 免疫病理学 Immunopathology
3104450 实验病理学 Experimental pathology
3104460 比较病理学 Comparative pathology
3104470 系统病理学 Systemic pathology
3104480 环境病理学 Environmental pathology
3104485 分子病理学 Molecular pathology
3104499 病理学其他学科 Pathology not elsewhere classified
31047 药理学 Pharmacology
3104710 基础药理学 Basic pharmacology
3104720 临床药理学 Clinical pharmacology
3104730 生化药理学 Biochemical pharmacology
3104740 分子药理学 Molecular pharmacology
3104750 免疫药理学 Immunopharmacology
3104799 药理学其他学科 Pharmacology not elsewhere classified
31051 医学实验动物学 Medical laboratory animal science
31057 医学统计学 Medical statistics
31099 基础医学其他学科 Basic medicine not elsewhere classified
32011 临床诊断学 Clinical diagnostics
3201110 症状诊断学 Symptom diagnosis
3201120 物理诊断学 Physical diagnosis
3201130 机能诊断学 Functional diagnosis
3201140 医学影象学 Medical imaging
3201150 临床放射学 Clinical radiology
3201160 实验诊断学 Laboratory diagnosis
3201199 临床诊断学其他学科 Clinical diagnostics not elsewhere classified
32014 保健医学 Health care medicine
3201410 康复医学 Rehabilitation medicine
3201420 运动医学 Sports medicine
3201430 老年医学 Geriatrics
3201499 保健医学其他学科 Health care medicine not elsewhere classified
32017 理疗学 Physical therapy
32021 麻醉学 Anaesthesiology
3202110 麻醉生理学 Physiology of anaesthesia
3202120 麻醉药理学 Pharmacology of anaesthesia
3202130 麻醉应用解剖学 Applied anatomy of anaesthesia
3202199 麻醉学其他学科 Anaesthesiology not elsewhere classified
32024 内科学 Internal medicine
3202410 心血管病学 Cardiology
3202415 呼吸病学 Respiratory medicine
3202420 结核病学 Tuberculosis
3202425 消化病学 Gastroenterology
3202430 血液病学 Haematology
3202435 肾脏病学 Nephrology
3202440 内分泌病学与代谢病学 Endocrinology and metabolic diseases
3202445 风湿病学与自体免疫病学 Rheumatology and autoimmune diseases
3202450 变态反应学 Allergology
3202455 感染性疾病学 Infectious disease medicine
3202460 传染病学 Communicable diseases
3202499 内科学其他学科 Internal medicine not elsewhere classified
32027 外科学 Surgery
3202710 普通外科学 General surgery
3202715 显微外科学 Microsurgery
3202720 神经外科学 Neurosurgery
3202725 颅脑外科学 Craniocerebral surgery
3202730 胸外科学 Thoracic surgery
3202735 心血管外科学 Cardiovascular surgery
3202740 泌尿外科学 Urology
3202745 骨外科学 Orthopaedic surgery
3202750 烧伤外科学 Burn surgery
3202755 整形外科学 Plastic surgery
3202760 器官移植外科学 Organ transplant surgery
3202765 实验外科学 Experimental surgery
3202770 小儿外科学 Paediatric surgery
3202799 外科学其他学科 Surgery not elsewhere classified
32031 妇产科学 Obstetrics and gynaecology
3203110 妇科学 Gynaecology
3203120 产科学 Obstetrics
3203130 围产医学 Perinatal medicine
3203140 助产学 Midwifery
3203150 胎儿学 Fetology
3203160 妇科产科手术学 Gynaecological and obstetric surgery
3203199 妇产科学其他学科 Obstetrics and gynaecology not elsewhere classified
32034 儿科学 Paediatrics
3203410 小儿内科学 Paediatric internal medicine
3203499 儿科学其他学科 Paediatrics not elsewhere classified
32037 眼科学 Ophthalmology
32041 耳鼻咽喉科学 Otorhinolaryngology
32044 口腔医学 Stomatology
3204410 口腔解剖生理学 Oral anatomy and physiology
3204415 口腔组织学与口腔病理学 Oral histology and oral pathology
3204420 口腔材料学 Dental materials science
3204425 口腔影象诊断学 Oral diagnostic imaging
3204430 口腔内科学 Oral medicine
3204435 口腔颌面外科学 Oral and maxillofacial surgery
3204440 口腔矫形学 Prosthodontics
3204445 口腔正畸学 Orthodontics
3204450 口腔病预防学 Preventive dentistry
3204499 口腔医学其他学科 Stomatology not elsewhere classified
32047 皮肤病学 Dermatology
32051 性医学 Sexual medicine
32054 神经病学 Neurology
32057 精神病学 Psychiatry
32058 重症医学 Critical care medicine
32061 急诊医学 Emergency medicine
32064 核医学 Nuclear medicine
32065 全科医学 General practice
32067 肿瘤学 Oncology
3206710 肿瘤免疫学 Tumour immunology
3206720 肿瘤病因学 Tumour aetiology
3206730 肿瘤病理学 Tumour pathology
3206740 肿瘤诊断学 Tumour diagnosis
3206750 肿瘤治疗学 Tumour therapy
3206760 肿瘤预防学 Tumour prevention
3206770 实验肿瘤学 Experimental oncology
3206799 肿瘤学其他学科 Oncology not elsewhere classified
32071 护理学 Nursing
3207110 基础护理学 Fundamentals of nursing
3207120 专科护理学 Specialist nursing
3207130 特殊护理学 Special nursing
3207140 护理心理学 Nursing psychology
3207150 护理伦理学 Nursing ethics
3207160 护理管理学 Nursing management
3207199 护理学其他学科 Nursing not elsewhere classified
32099 临床医学其他学科 Clinical medicine not elsewhere classified
33011 营养学 Nutrition
33014 毒理学 Toxicology
33017 消毒学 Disinfection
33021 流行病学 Epidemiology
33027 媒介生物控制学 Vector control
33031 环境医学 Environmental medicine
33034 职业病学 Occupational diseases
33035 热带医学 Tropical medicine
33037 地方病学 Endemic diseases
33041 社会医学 Social medicine
33044 卫生检验学 Health laboratory science
33047 食品卫生学 Food hygiene
33051 儿少与学校卫生学 Child, adolescent and school health
33054 妇幼卫生学 Maternal and child health
33057 环境卫生学 Environmental health
33061 劳动卫生学 Occupational health
33064 放射卫生学 Radiation health
33067 卫生工程学 Sanitary engineering
33071 卫生经济学 Health economics
33072 卫生统计学 Health statistics
33074 优生学 Eugenics
33077 健康促进与健康教育学 Health promotion and health education
33081 卫生管理学 Health management
3308110 卫生监督学 Health supervision
3308120 卫生政策学 Health policy
3308130 卫生信息管理学 Health information management
3308199 卫生管理学其他学科 Health management not elsewhere classified
33099 预防医学与公共卫生学其他学科 Preventive medicine and public health not elsewhere classified
34010 军事医学 Military medicine
3401010 野战外科学和创伤外科学 Field surgery and traumatology
3401015 军队流行病学 Military epidemiology
3401020 军事环境医学 Military environmental medicine
3401025 军队卫生学 Military hygiene
3401030 军队卫生装备学 Military medical equipment
3401035 军事人机工效学 Military ergonomics
3401040 核武器医学防护学 Medical protection against nuclear weapons
3401045 化学武器医学防护学 Medical protection against chemical weapons
3401050 生物武器医学防护学 Medical protection against biological weapons
3401055 激光与微波医学防护学 Medical protection against lasers and microwaves
3401099 军事医学其他学科 Military medicine not elsewhere classified
34020 特种医学 Special medicine
3402010 航空航天医学 Aerospace medicine
3402020 潜水医学 Diving medicine
3402030 航海医学 Maritime medicine
3402040 法医学 Forensic medicine
3402050 高压氧医学 Hyperbaric medicine
3402099 特种医学其他学科 Special medicine not elsewhere classified
34099 军事医学与特种医学其他学科 Military and special medicine not elsewhere classified
35010 药物化学 Medicinal chemistry
35020 生物药物学 Biopharmaceutical science
35025 微生物药物学 Microbial pharmaceutical science
35030 放射性药物学 Radiopharmaceutical science
35035 药剂学 Pharmaceutics
35040 药效学 Pharmacodynamics
35045 药物管理学 Pharmaceutical administration
35050 药物统计学 Pharmaceutical statistics
35099 药学其他学科 Pharmacy not elsewhere classified
36010 中医学 Traditional Chinese medicine
3601011 中医基础理论 Basic theory of traditional Chinese medicine
3601014 中医诊断学 Diagnostics of traditional Chinese medicine
3601017 中医内科学 Internal medicine of traditional Chinese medicine
3601021 中医外科学 Surgery of traditional Chinese medicine
3601024 中医骨伤科学 Orthopaedics and traumatology of traditional Chinese medicine
3601027 中医妇科学 Gynaecology of traditional Chinese medicine
3601031 中医儿科学 Paediatrics of traditional Chinese medicine
3601034 中医眼科学 Ophthalmology of traditional Chinese medicine
3601037 中医耳鼻咽喉科学 Otorhinolaryngology of traditional Chinese medicine
3601041 中医口腔科学 Stomatology of traditional Chinese medicine
3601044 中医老年病学 Geriatrics of traditional Chinese medicine
3601047 针灸学 Acupuncture and moxibustion
3601051 按摩推拿学 Tuina and massage
3601054 中医养生康复学 Health preservation and rehabilitation of traditional Chinese medicine
3601057 中医护理学 Nursing of traditional Chinese medicine
3601061 中医食疗学 Dietetics of traditional Chinese medicine
3601064 方剂学 Formulas of Chinese medicine
3601067 中医文献学 Literature of traditional Chinese medicine
3601099 中医学其他学科 Traditional Chinese medicine not elsewhere classified
36020 民族医学 Ethnomedicine
3602010 藏医药学 Tibetan medicine and pharmacy
3602020 蒙医药学 Mongolian medicine and pharmacy
3602030 维吾尔医药学 Uyghur medicine and pharmacy
3602040 民族草药学 Ethnic herbal medicine
3602099 民族医学其他学科 Ethnomedicine not elsewhere classified
36030 中西医结合医学 Integrated Chinese and Western medicine
3603010 中西医结合基础医学 Basic medicine of integrated Chinese and Western medicine
3603020 中西医结合医学导论 Introduction to integrated Chinese and Western medicine
3603030 中西医结合预防医学 Preventive medicine of integrated Chinese and Western medicine
3603040 中西医结合临床医学 Clinical medicine of integrated Chinese and Western medicine
3603050 中西医结合护理学 Nursing of integrated Chinese and Western medicine
3603060 中西医结合康复医学 Rehabilitation medicine of integrated Chinese and Western medicine
3603070 中西医结合养生保健医学 Health care of integrated Chinese and Western medicine
3603099 中西医结合医学其他学科 Integrated Chinese and Western medicine not elsewhere classified
36040 中药学 Chinese materia medica
3604010 中药化学 Chemistry of Chinese materia medica
3604015 中药药理学 Pharmacology of Chinese materia medica
3604020 本草学 Bencao studies
3604025 药用植物学 Medicinal plants
3604030 中药鉴定学 Authentication of Chinese materia medica
3604035 中药炮制学 Processing of Chinese materia medica
3604040 中药药剂学 Pharmaceutics of Chinese materia medica
3604045 中药资源学 Resources of Chinese materia medica
3604050 中药管理学 Administration of Chinese materia medica
3604099 中药学其他学科 Chinese materia medica not elsewhere classified
36099 中医学与中药学其他学科 Traditional Chinese medicine and pharmacy not elsewhere classified
41010 工程数学 Engineering mathematics
41015 工程控制论 Engineering cybernetics
41020 工程力学 Engineering mechanics
41025 工程物理学 Engineering physics
41030 工程地质学 Engineering geology
41035 工程水文学 Engineering hydrology
41040 工程仿生学 Engineering bionics
41045 工程心理学 Engineering psychology
41050 标准科学技术 Standardisation science and technology
4105010 标准原理与方法 Principles and methods of standardisation
4105020 标准基础学 Fundamentals of standardisation
4105050 标准工程与应用 Standardisation engineering and applications
4105099 标准科学技术其他学科 Standardisation science and technology not elsewhere classified
41055 计量学 Metrology
41060 工程图学 Engineering graphics
41065 勘查技术 Exploration technology
41070 工程通用技术 General engineering technology
4107010 密封技术 Sealing technology
4107020 粉末技术 Powder technology
4107030 真空技术 Vacuum technology
4107040 薄膜技术 Thin film technology
4107050 爆破技术 Blasting technology
4107060 包装技术 Packaging technology
4107070 照相技术 Photographic technology
4107080 物料搬运技术 Materials handling technology
4107099 工程通用技术其他学科 General engineering technology not elsewhere classified
41075 工业工程学 Industrial engineering
41099 工程与技术科学基础学科其他学科 Basic disciplines of engineering and technology not elsewhere classified
41310 控制科学与技术 Control science and technology
4131010 自动控制应用理论 Applied theory of automatic control
4131015 指挥与控制系统工程 Command and control systems engineering
4131020 控制系统仿真技术 Control system simulation
4131025 导航制导与控制 Navigation, guidance and control
4131030 机电一体化技术 Mechatronics
4131040 自动化仪器仪表与装置 Automation instruments and devices
4131050 机器人控制 Robot control
4131060 自动化技术应用 Applications of automation
4131099 控制科学与技术其他学科 Control science and technology not elsewhere classified
41315 仿真科学技术 Simulation science and technology
4131510 仿真科学技术基础学科 Basic disciplines of simulation science and technology
4131520 仿真建模理论与技术 Theory and technology of simulation modelling
4131530 仿真系统理论与技术 Theory and technology of simulation systems
4131540 仿真应用 Applications of simulation
4131599 仿真科学技术其他学科 Simulation science and technology not elsewhere classified
41320 信息安全技术 Information security technology
4132010 密码学 Cryptography
4132015 安全协议 Security protocols
4132020 系统安全 System security
4132025 网络安全 Network security
4132030 软件安全 Software security
4132035 信息隐藏 Information hiding
4132040 安全测评 Security evaluation
4132045 信息安全工程 Information security engineering
4132099 信息安全其他学科 Information security not elsewhere classified
41330 信息技术系统性应用 Systematic applications of information technology
4133010 地理信息系统 Geographic information systems
4133020 全球定位系统 Global positioning systems
4133030 海洋信息技术 Marine information technology
4133099 信息技术系统性应用其他学科 Systematic applications of information technology not elsewhere classified
41399 信息与系统科学相关工程与技术其他学科 Engineering of information and systems science not elsewhere classified
41610 物理学相关工程与技术 Engineering and technology related to physics
4161010 同步辐射及实验技术 Synchrotron radiation and its experimental techniques
4161099 物理学相关工程与技术其他学科 Engineering and technology related to physics not elsewhere classified
41620 光学工程 Optical engineering
41630 海洋工程与技术 Ocean engineering and technology
4163010 海洋工程结构与施工 Structures and construction in ocean engineering
4163015 海底矿产开发 Seabed mineral exploitation
4163020 海水资源利用 Seawater utilisation
4163025 海洋环境工程 Marine environmental engineering
4163030 海岸工程 Coastal engineering
4163035 近海工程 Offshore engineering
4163040 深海工程 Deep-sea engineering
4163045 海洋资源开发利用技术 Technology for the development and utilisation of marine resources
4163050 海洋观测预报技术 Ocean observation and forecasting technology
4163055 海洋环境保护技术 Marine environmental protection technology
4163099 海洋工程与技术其他学科 Ocean engineering and technology not elsewhere classified
41640 生物工程 Bioengineering
4164010 基因工程 Genetic engineering
4164015 细胞工程 Cell engineering
4164020 蛋白质工程 Protein engineering
4164025 代谢工程 Metabolic engineering
4164030 酶工程 Enzyme engineering
4164040 发酵工程 Fermentation engineering
4164045 生物传感技术 Biosensing technology
4164050 纳米生物分析技术 Nanobioanalysis technology
4164099 生物工程其他学科 Bioengineering not elsewhere classified
41650 农业工程 Agricultural engineering
4165010 农业机械学 Agricultural machinery
4165015 农业机械化 Agricultural mechanisation
4165020 农业电气化与自动化 Agricultural electrification and automation
4165025 农田水利 Irrigation and drainage of farmland
4165030 水土保持学 Soil and water conservation
4165035 农田测量 Farmland surveying
4165040 农业环保工程 Agricultural environmental engineering
4165045 农业区划 Agricultural regionalisation
4165050 农业系统工程 Agricultural systems engineering
4165099 农业工程其他学科 Agricultural engineering not elsewhere classified
41660 生物医学工程学 Biomedical engineering
4166010 生物医学电子学 Biomedical electronics
4166020 临床工程学 Clinical engineering
4166030 康复工程学 Rehabilitation engineering
4166040 生物医学测量学 Biomedical measurement
4166050 人工器官与生物医学材料学 Artificial organs and biomedical materials
4166060 干细胞与组织工程学 Stem cells and tissue engineering
4166070 医学成像技术 Medical imaging technology
4166099 生物医学工程学其他学科 Biomedical engineering not elsewhere classified
42010 大地测量技术 Geodetic surveying
4201010 大地测量定位 Geodetic positioning
4201020 重力测量 Gravity measurement
4201030 测量平差 Adjustment of observations
4201099 大地测量技术其他学科 Geodetic surveying not elsewhere classified
42020 摄影测量与遥感技术 Photogrammetry and remote sensing
4202010 地物波谱学 Spectral properties of ground objects
4202020 近景摄影测量 Close-range photogrammetry
4202030 航空摄影测量 Aerial photogrammetry
4202040 遥感信息工程 Remote sensing information engineering
4202099 摄影测量与遥感技术其他学科 Photogrammetry and remote sensing not elsewhere classified
42030 地图制图技术 Map making
4203010 地图投影学 Map projection
4203020 地图设计与编绘 Map design and compilation
4203030 图形图象复制技术 Graphic and image reproduction technology
4203099 地图制图技术其他学科 Map making not elsewhere classified
42040 工程测量技术 Engineering surveying
4204010 地籍测量 Cadastral surveying
4204020 精密工程测量 Precise engineering surveying
4204099 工程测量技术其他学科 Engineering surveying not elsewhere classified
42050 海洋测绘 Marine surveying and charting
4205010 海洋大地测量 Marine geodesy
4205015 海洋重力测量 Marine gravimetry
4205020 海洋磁力测量 Marine magnetic surveying
4205025 海洋跃层测量 Surveying of marine thermoclines and haloclines
4205030 海洋声速测量 Measurement of sound velocity in the sea
4205035 海道测量 Hydrographic surveying
4205040 海底地形测量 Submarine topographic surveying
4205045 海图制图 Nautical charting
4205050 海洋工程测量 Marine engineering surveying
4205099 海洋测绘其他学科 Marine surveying and charting not elsewhere classified
42060 测绘仪器 Surveying and mapping instruments
42099 测绘科学技术其他学科 Surveying and mapping not elsewhere classified
43010 材料科学基础学科 Basic disciplines of materials science
4301010 材料力学 Mechanics of materials
4301020 相图与相变 Phase diagrams and phase transformations
4301030 材料的组织、结构、缺陷与性能 Microstructure, structure, defects and properties of materials
4301035 计算材料学 Computational materials science
4301040 金属学 Physical metallurgy
4301050 陶瓷学 Ceramic science
4301060 高分子材料学 Polymer materials science
4301099 材料科学基础学科其他学科 Basic disciplines of materials science not elsewhere classified
43015 材料表面与界面 Surfaces and interfaces of materials
43020 材料失效与保护 Failure and protection of materials
43025 材料检测与分析技术 Testing and analysis of materials
43030 材料实验 Materials experiments
43035 材料合成与加工工艺 Synthesis and processing of materials
43040 金属材料 Metallic materials
4304010 黑色金属及其合金 Ferrous metals and their alloys
4304020 有色金属及其合金 Non-ferrous metals and their alloys
4304030 非晶、微晶金属材料 Amorphous and microcrystalline metallic materials
4304040 低维金属材料 Low-dimensional metallic materials
4304050 特种功能金属材料 Special functional metallic materials
4304099 金属材料其他学科 Metallic materials not elsewhere classified
43045 无机非金属材料 Inorganic non-metallic materials
4304510 玻璃与非晶无机非金属材料 Glass and amorphous inorganic non-metallic materials
4304520 低维无机非金属材料 Low-dimensional inorganic non-metallic materials
4304530 人工晶体 Synthetic crystals
4304540 陶瓷材料 Ceramic materials
4304550 特种功能无机非金属材料 Special functional inorganic non-metallic materials
4304599 无机非金属材料其他学科 Inorganic non-metallic materials not elsewhere classified
43050 有机高分子材料 Organic polymer materials
4305010 塑料、橡胶和纤维 Plastics, rubbers and fibres
4305020 功能高分子材料 Functional polymer materials
4305030 高性能高分子材料 High-performance polymer materials
4305040 高分子液晶材料 Liquid-crystalline polymer materials
4305099 有机高分子材料其他学科 Organic polymer materials not elsewhere classified
43055 复合材料 Composite materials
4305510 金属基复合材料 Metal-matrix composites
4305520 无机非金属基复合材料 Inorganic non-metallic matrix composites
4305530 聚合物基复合材料 Polymer-matrix composites
4305540 有机-无机杂化复合材料 Organic–inorganic hybrid composites
4305550 生物复合材料 Biocomposites
4305560 功能复合材料 Functional composites
4305599 复合材料其他学科 Composite materials not elsewhere classified
43060 生物材料 Biomaterials
4306010 组织工程材料 Tissue engineering materials
4306020 医学工程材料 Medical engineering materials
4306030 环境友好材料 Environmentally friendly materials
4306099 生物材料其他学科 Biomaterials not elsewhere classified
43070 纳米材料 Nanomaterials
43099 材料科学其他学科 Materials science not elsewhere classified
44010 矿山地质学 Mining geology
44015 矿山测量 Mine surveying
44020 矿山设计 Mine design
4402010 地下矿设计 Underground mine design
4402020 露天矿设计 Open-pit mine design
4402099 矿山设计其他学科 Mine design not elsewhere classified
44025 矿山地面工程 Mine surface engineering
44030 井巷工程 Shaft and tunnel engineering
4403010 矿山压力工程 Mine pressure engineering
4403020 矿山支护工程 Mine support engineering
4403099 井巷工程其他学科 Shaft and tunnel engineering not elsewhere classified
44035 采矿工程 Mining
4403510 煤矿开采 Coal mining
4403520 煤及油母页岩地下气化 Underground gasification of coal and oil shale
4403530 金属矿开采 Metal mining
4403540 非金属矿开采 Non-metal mining
4403599 采矿工程其他学科 Mining not elsewhere classified
44040 选矿工程 Mineral processing
4404010 选矿理论 Theory of mineral processing
4404020 选矿技术 Mineral processing technology
4404030 矿石处理 Ore treatment
4404099 选矿工程其他学科 Mineral processing not elsewhere classified
44045 钻井工程 Drilling engineering
44050 油气田井开发工程 Oil and gas field well development
44055 石油、天然气储存与运输工程 Petroleum and natural gas storage and transport engineering
44060 矿山机械工程 Mining mechanical engineering
4406010 采矿机械 Mining machinery
4406020 选矿机械 Mineral processing machinery
4406030 矿山运输机械 Mine haulage machinery
4406099 矿山机械工程其他学科 Mining mechanical engineering not elsewhere classified
44065 矿山电气工程 Mining electrical engineering
44070 采矿环境工程 Mining environmental engineering
44075 矿山安全 Mine safety
44080 矿山综合利用工程 Comprehensive utilisation of mine resources
44099 矿山工程技术其他学科 Mining engineering not elsewhere classified
45010 冶金物理化学 Physical chemistry of metallurgy
45015 冶金反应工程 Metallurgical reaction engineering
45020 冶金原料与预处理 Metallurgical raw materials and their pretreatment
45025 冶金热能工程 Metallurgical thermal energy engineering
4502510 冶金燃料 Metallurgical fuels
4502520 燃烧理论 Combustion theory
4502530 燃烧计算 Combustion calculation
4502540 冶金分析 Metallurgical analysis
4502599 冶金热能工程其他学科 Metallurgical thermal energy engineering not elsewhere classified
45030 冶金技术 Metallurgical technology
4503010 提炼冶金 Extractive metallurgy
4503015 粉末冶金 Powder metallurgy
4503020 真空冶金 Vacuum metallurgy
4503025 电磁冶金 Electromagnetic metallurgy
4503030 原子能冶金 Nuclear energy metallurgy
4503035 湿法冶金 Hydrometallurgy
4503040 纤维冶金 Fibre metallurgy
4503045 卤素冶金 Halogen metallurgy
4503050 微生物冶金 Microbial metallurgy
4503099 冶金技术其他学科 Metallurgical technology not elsewhere classified
45035 钢铁冶金 Ferrous metallurgy
4503510 炼铁 Ironmaking
4503520 炼钢 Steelmaking
4503530 铁合金冶炼 Ferroalloy smelting
4503599 钢铁冶金其他学科 Ferrous metallurgy not elsewhere classified
45040 有色金属冶金 Non-ferrous metallurgy
45045 轧制 Rolling
45050 冶金机械及自动化 Metallurgical machinery and automation
45099 冶金工程技术其他学科 Metallurgical engineering not elsewhere classified
46010 机械史 History of mechanical engineering
46015 机械学 Theory of machines
4601510 机械原理与机构学 Mechanical principles and mechanisms
4601520 机械动力学与振动 Machine dynamics and vibration
4601530 机械强度 Mechanical strength
4601540 机械摩擦、磨损及润滑 Mechanical friction, wear and lubrication
4601599 机械学其他学科 Theory of machines not elsewhere classified
46020 机械设计 Mechanical design
4602010 机械设计原理与方法 Principles and methods of mechanical design
4602020 机械零件及传动 Machine elements and transmissions
4602030 机械公差、配合与技术测量 Tolerances, fits and technical measurement
4602040 机械制图 Mechanical drawing
4602099 机械设计其他学科 Mechanical design not elsewhere classified
46025 机械制造工艺与设备 Mechanical manufacturing processes and equipment
4602510 铸造工艺与设备 Casting processes and equipment
4602515 焊接工艺与设备 Welding processes and equipment
4602520 塑性加工工艺与设备 Plastic forming processes and equipment
4602525 热处理工艺与设备 Heat treatment processes and equipment
4602530 切削加工工艺 Cutting processes
4602535 特种加工工艺 Non-traditional machining processes
4602540 机器装配工艺 Machine assembly processes
4602545 非金属加工工艺 Processing of non-metals
4602599 机械制造工艺与设备其他学科 Mechanical manufacturing processes and equipment not elsewhere classified
46030 刀具技术 Cutting tool technology
4603010 切削理论 Theory of cutting
4603020 切削刀具 Cutting tools
4603030 磨削工具 Grinding tools
4603099 刀具技术其他学科 Cutting tool technology not elsewhere classified
46035 机床技术 Machine tool technology
4603510 机床基础理论 Basic theory of machine tools
4603520 金属切削机床 Metal-cutting machine tools
4603530 数字控制机床 Numerically controlled machine tools
4603540 特种加工机床 Non-traditional machine tools
4603599 机床技术其他学科 Machine tool technology not elsewhere classified
46045 流体传动与控制 Fluid power transmission and control
46050 机械制造自动化 Manufacturing automation
4605010 成组技术 Group technology
4605020 数控技术 Numerical control
4605030 机器人技术 Robotics
4605040 计算机辅助制造 Computer-aided manufacturing
4605099 机械制造自动化其他学科 Manufacturing automation not elsewhere classified
46099 机械工程其他学科 Mechanical engineering not elsewhere classified
47010 工程热物理 Engineering thermophysics
4701010 工程热力学 Engineering thermodynamics
4701020 工程传热、传质学 Engineering heat and mass transfer
4701030 燃烧学 Combustion science
4701040 多相流动 Multiphase flow
4701050 微尺度热物理学 Microscale thermophysics
4701099 工程热物理其他学科 Engineering thermophysics not elsewhere classified
47020 热工学 Thermal engineering
4702010 热工测量与仪器仪表 Thermal measurement and instrumentation
4702030 供热工程 Heat supply engineering
4702040 工业锅炉 Industrial boilers
4702099 热工学其他学科 Thermal engineering not elsewhere classified
47030 动力机械工程 Power machinery engineering
4703010 蒸汽工程 Steam engineering
4703020 内燃机工程 Internal combustion engines
4703030 流体机械及流体动力工程 Fluid machinery and fluid power engineering
4703040 喷气推进机与涡轮机械 Jet engines and turbomachinery
4703050 微动力工程 Micro power engineering
4703099 动力机械工程其他学科 Power machinery engineering not elsewhere classified
47035 制冷与低温工程 Refrigeration and cryogenic engineering
4703510 制冷工程 Refrigeration engineering
4703520 低温工程 Cryogenic engineering
4703530 热泵与空调 Heat pumps and air conditioning
4703599 制冷与低温工程其他学科 Refrigeration and cryogenic engineering not elsewhere classified
47040 电气工程 Electrical engineering
4704011 电工学 Electrotechnics
4704014 电路理论 Circuit theory
4704017 电磁测量技术及其仪器 Electromagnetic measurement and instruments
4704021 电工材料 Electrotechnical materials
4704024 电机学 Electric machines
4704025 电源技术 Power supply technology
4704027 电器学 Electrical apparatus
4704031 电力电子技术 Power electronics
4704034 高电压工程 High-voltage engineering
4704037 绝缘技术 Insulation technology
4704041 电热与高频技术 Electroheat and high-frequency technology
4704044 超导电工技术 Applied superconductivity in electrical engineering
4704047 发电工程 Electric power generation
4704051 输配电工程 Power transmission and distribution
4704054 电力系统及其自动化 Power systems and their automation
4704057 电力拖动及其自动化 Electric drives and their automation
4704061 用电技术 Electricity utilisation
4704064 电加工技术 Electrical machining technology
4704067 脉冲功率技术 Pulsed power technology
4704071 放电理论与发电等离子体技术 Discharge theory and discharge plasma technology
4704073 电磁环境与电磁兼容 Electromagnetic environment and electromagnetic compatibility
4704075 生物与医学电工技术 Electrical engineering in biology and medicine
4704077 可再生能源发电技术 Renewable power generation
4704079 分布式电力技术 Distributed power technology
4704081 电气化交通技术 Electrified transport technology
4704083 强磁场技术 High magnetic field technology
4704099 电气工程其他学科 Electrical engineering not elsewhere classified
47099 动力与电气工程其他学科 Power and electrical engineering not elsewhere classified
48010 能源化学 Energy chemistry
48020 能源地理学 Energy geography
48030 能源计算与测量 Energy calculation and measurement
48040 储能技术 Energy storage technology
48050 节能技术 Energy conservation technology
48060 一次能源 Primary energy
4806010 煤炭能 Coal energy
4806020 石油、天然气能 Petroleum and natural gas energy
4806030 水能 Hydropower
4806040 风能 Wind energy
4806050 地热能 Geothermal energy
4806060 生物能 Bioenergy
4806070 太阳能 Solar energy
4806075 生活固体废弃物能 Energy from municipal solid waste
4806080 核能 Nuclear energy
4806085 天然气水合物能 Natural gas hydrate energy
4806099 一次能源其他学科 Primary energy not elsewhere classified
48070 二次能源 Secondary energy
4807010 煤气能 Coal gas energy
4807020 电能 Electrical energy
4807030 蒸汽能 Steam energy
4807040 沼气能 Biogas energy
4807045 氢能 Hydrogen energy
4807050 激光能 Laser energy
4807099 二次能源其他学科 Secondary energy not elsewhere classified
48080 能源系统工程 Energy systems engineering
48099 能源科学技术其他学科 Energy science and technology not elsewhere classified
49010 辐射物理与技术 Radiation physics and technology
49015 核探测技术与核电子学 Nuclear detection technology and nuclear electronics
49020 放射性计量学 Radiation metrology
49025 核仪器、仪表 Nuclear instruments
49030 核材料与工艺技术 Nuclear materials and process technology
4903010 核燃料与工艺技术 Nuclear fuels and process technology
4903099 核材料与工艺技术其他学科 Nuclear materials and process technology not elsewhere classified
49035 粒子加速器 Particle accelerators
4903510 粒子加速器工程技术 Particle accelerator engineering
4903520 粒子加速器应用 Applications of particle accelerators
4903599 粒子加速器其他学科 Particle accelerators not elsewhere classified
49040 裂变堆工程技术 Fission reactor engineering
4904010 裂变堆物理 Fission reactor physics
4904020 裂变堆热工与水力 Fission reactor thermal hydraulics
4904030 裂变堆控制 Fission reactor control
4904040 裂变堆结构 Fission reactor structures
4904050 裂变堆屏蔽与防护 Fission reactor shielding and protection
4904060 裂变堆建造技术 Fission reactor construction
4904099 裂变堆工程技术其他学科 Fission reactor engineering not elsewhere classified
49045 核聚变工程技术 Nuclear fusion engineering
4904510 磁约束聚变技术 Magnetic confinement fusion
4904520 惯性约束聚变技术 Inertial confinement fusion
4904530 聚变堆工程 Fusion reactor engineering
4904540 聚变裂变混合堆工程 Fusion–fission hybrid reactor engineering
4904599 核聚变工程技术其他学科 Nuclear fusion engineering not elsewhere classified
49050 核动力工程技术 Nuclear power engineering
4905010 舰船核动力 Marine nuclear propulsion
4905020 空间核动力 Space nuclear power
4905030 核电站 Nuclear power plants
4905040 核动力运行技术 Operation of nuclear power
4905099 核动力工程技术其他学科 Nuclear power engineering not elsewhere classified
49055 同位素技术 Isotope technology
4905510 同位素分离技术 Isotope separation
4905520 同位素制备技术 Isotope production
4905530 同位素应用技术 Isotope applications
4905599 同位素技术其他学科 Isotope technology not elsewhere classified
49060 核爆炸工程 Nuclear explosion engineering
49065 核安全 Nuclear safety
49070 乏燃料后处理技术 Spent fuel reprocessing
49075 辐射防护技术 Radiation protection technology
49080 核设施退役技术 Decommissioning of nuclear facilities
49085 放射性三废处理、处置技术 Treatment and disposal of radioactive waste
49099 核科学技术其他学科 Nuclear science and technology not elsewhere classified
51010 电子技术 Electronic technology
5101010 电子电路 Electronic circuits
5101015 天线电波传播 Antennas and radio wave propagation
5101020 无线电技术 Radio technology
5101025 微波技术 Microwave technology
5101030 敏感电子学 Sensor electronics
5101035 微电子学 Microelectronics
5101040 仿真技术 Simulation technology
5101045 超导电子技术 Superconducting electronics
5101050 电子元件与器件技术 Electronic components and devices
5101055 电子束、离子束技术 Electron beam and ion beam technology
5101060 红外与夜视技术 Infrared and night vision technology
5101099 电子技术其他学科 Electronic technology not elsewhere classified
51020 光电子学与激光技术 Optoelectronics and laser technology
51030 半导体技术 Semiconductor technology
5103010 半导体测试技术 Semiconductor testing
5103020 半导体材料 Semiconductor materials
5103030 半导体器件与技术 Semiconductor devices and technology
5103040 集成电路技术 Integrated circuit technology
5103050 半导体加工技术 Semiconductor processing
5103099 半导体技术其他学科 Semiconductor technology not elsewhere classified
51040 信息处理技术 Information processing technology
5104010 信号检测 Signal detection
5104020 参数估计 Parameter estimation
5104030 数据处理 Data processing
5104040 语音处理 Speech processing
5104050 图象处理 Image processing
5104099 信息处理技术其他学科 Information processing technology not elsewhere classified
51050 通信技术 Communications technology
5105010 有线通信技术 Wired communication
5105015 无线通信技术 Wireless communication
5105020 光纤通信技术 Optical fibre communication
5105025 通信传输技术 Communication transmission technology
5105030 通信网络技术 Communication network technology
5105035 通信终端技术 Communication terminal technology
5105040 电信 Telecommunications
5105045 邮政 Postal services
5105050 邮电通信管理工程 Management engineering of posts and telecommunications
5105099 通信技术其他学科 Communications technology not elsewhere classified
51060 广播与电视工程技术 Broadcasting and television engineering
51070 雷达工程 Radar engineering
51099 电子与通信技术其他学科 Electronics and communication technology not elsewhere classified
52010 计算机科学技术基础学科 Basic disciplines of computer science and technology
5201010 自动机理论 Automata theory
5201020 可计算性理论 Computability theory
5201030 计算机可靠性理论 Computer reliability theory
5201040 算法理论 Theory of algorithms
5201050 数据结构 Data structures
5201060 数据安全与计算机安全 Data security and computer security
5201099 计算机科学技术基础学科其他学科 Basic disciplines of computer science and technology not elsewhere classified
52020 人工智能 Artificial intelligence
5202010 人工智能理论 Theory of artificial intelligence
5202020 自然语言处理 Natural language processing
5202030 机器翻译 Machine translation
5202040 模式识别 Pattern recognition
5202050 计算机感知 Computer perception
5202060 计算机神经网络 Artificial neural networks
5202070 知识工程 Knowledge engineering
5202099 人工智能其他学科 Artificial intelligence not elsewhere classified
52030 计算机系统结构 Computer architecture
5203010 计算机系统设计 Computer system design
5203020 并行处理 Parallel processing
5203030 分布式处理系统 Distributed processing systems
5203040 计算机网络 Computer networks
5203050 计算机运行测试与性能评价 Computer testing and performance evaluation
5203099 计算机系统结构其他学科 Computer architecture not elsewhere classified
52040 计算机软件 Computer software
5204010 软件理论 Software theory
5204020 操作系统与操作环境 Operating systems and operating environments
5204030 程序设计及其语言 Programming and programming languages
5204040 编译系统 Compilers
5204050 数据库 Databases
5204060 软件开发环境与开发技术 Software development environments and techniques
5204070 软件工程 Software engineering
5204099 计算机软件其他学科 Computer software not elsewhere classified
52050 计算机工程 Computer engineering
5205010 计算机元器件 Computer components
5205020 计算机处理器技术 Computer processor technology
5205030 计算机存储技术 Computer storage technology
5205040 计算机外围设备 Computer peripherals
5205050 计算机制造与检测 Computer manufacturing and testing
5205060 计算机高密度组装技术 High-density computer packaging technology
5205099 计算机工程其他学科 Computer engineering not elsewhere classified
52060 计算机应用 Computer applications
5206010 中国语言文字信息处理 Chinese language information processing
5206020 计算机仿真 Computer simulation
5206030 计算机图形学 Computer graphics
5206040 计算机图象处理 Computer image processing
5206050 计算机辅助设计 Computer-aided design
5206060 计算机过程控制 Computer process control
5206070 计算机信息管理系统 Computer-based management information systems
5206080 计算机决策支持系统 Computer-based decision support systems
5206099 计算机应用其他学科 Computer applications not elsewhere classified
52099 计算机科学技术其他学科 Computer science and technology not elsewhere classified
53011 化学工程基础学科 Basic disciplines of chemical engineering
5301110 化工热力学 Chemical engineering thermodynamics
5301120 化工流体力学 Chemical engineering fluid mechanics
5301130 化工流变学 Chemical engineering rheology
5301140 颗粒学 Particuology
5301199 化学工程基础学科其他学科 Basic disciplines of chemical engineering not elsewhere classified
53014 化工测量技术与仪器仪表 Chemical engineering measurement and instrumentation
53017 化工传递过程 Transport processes in chemical engineering
53021 化学分离工程 Chemical separation engineering
5302110 蒸馏 Distillation
5302120 吸收 Absorption
5302130 萃取 Extraction
5302140 吸附与离子交换 Adsorption and ion exchange
5302150 膜分离 Membrane separation
5302160 蒸发与结晶 Evaporation and crystallisation
5302170 干燥 Drying
5302199 化学分离工程其他学科 Chemical separation engineering not elsewhere classified
53024 化学反应工程 Chemical reaction engineering
5302410 催化反应工程 Catalytic reaction engineering
5302420 催化剂工程 Catalyst engineering
5302430 固定床反应工程 Fixed-bed reaction engineering
5302440 多相流反应工程 Multiphase flow reaction engineering
5302450 生化反应工程 Biochemical reaction engineering
5302460 聚合化学反应工程 Polymerisation reaction engineering
5302470 电化学反应工程 Electrochemical reaction engineering
5302499 化学反应工程其他学科 Chemical reaction engineering not elsewhere classified
53027 化工系统工程 Process systems engineering
5302710 化工过程动态学 Chemical process dynamics
5302720 化工过程控制与模拟 Chemical process control and simulation
5302730 化工系统优化 Chemical process system optimisation
5302799 化工系统工程其他学科 Process systems engineering not elsewhere classified
53031 化工机械与设备 Chemical machinery and equipment
53034 无机化学工程 Inorganic chemical engineering
5303410 酸碱盐工程技术 Acid, alkali and salt technology
5303420 硅酸盐工程技术 Silicate technology
5303430 放射化工 Radiochemical engineering
5303440 化肥工程技术 Chemical fertiliser technology
5303450 化学冶金 Chemical metallurgy
5303499 无机化学工程其他学科 Inorganic chemical engineering not elsewhere classified
53037 有机化学工程 Organic chemical engineering
53041 电化学工程 Electrochemical engineering
5304110 电解 Electrolysis
5304120 电镀 Electroplating
5304130 电池 Batteries
5304140 腐蚀与防腐化学 Corrosion and anticorrosion chemistry
5304199 电化学工程其他学科 Electrochemical engineering not elsewhere classified
53044 高聚物工程 Polymer engineering
53047 煤化学工程 Coal chemical engineering
53051 石油化学工程 Petrochemical engineering
53052 天然气化学工程 Natural gas chemical engineering
53054 精细化学工程 Fine chemical engineering
5305410 表面活性剂 Surfactants
5305420 香料学 Fragrance and flavour chemistry
5305430 化妆品学 Cosmetic science
5305440 染料 Dyes
5305450 颜料与涂料学 Pigments and coatings science
5305460 粘合剂 Adhesives
5305499 精细化学工程其他学科 Fine chemical engineering not elsewhere classified
53057 造纸技术 Papermaking technology
53061 毛皮与制革工程 Fur and leather engineering
53064 制药工程 Pharmaceutical engineering
5306410 医药工程 Human drug engineering
5306420 农药工程 Pesticide engineering
5306430 兽药工程 Veterinary drug engineering
5306499 制药工程其他学科 Pharmaceutical engineering not elsewhere classified
53067 生物化学工程 Biochemical engineering
53099 化学工程其他学科 Chemical engineering not elsewhere classified
53510 仪器仪表技术 Instrumentation technology
5351010 仪器仪表基础理论 Basic theory of instruments
5351015 仪器仪表材料 Instrument materials
5351020 传感器技术 Sensor technology
5351025 精密仪器制造 Precision instrument manufacturing
5351030 测试计量仪器 Testing and measuring instruments
5351035 光学技术与仪器 Optical technology and instruments
5351040 天文仪器 Astronomical instruments
5351045 地球科学仪器 Earth science instruments
5351050 大气仪器仪表 Atmospheric instruments
5351099 仪器仪表技术其他学科 Instrumentation technology not elsewhere classified
53520 兵器科学与技术 Ordnance science and technology
5352010 兵器科学与技术基础学科 Basic disciplines of ordnance science and technology
5352015 兵器系统与运用工程 Weapon systems and their application engineering
5352020 兵器结构、动力、传动与平台技术 Weapon structure, propulsion, transmission and platform technology
5352025 弹道学 Ballistics
5352030 兵器识别、导引与控制技术 Weapon identification, guidance and control technology
5352035 军用光学与光电子技术 Military optics and optoelectronics
5352040 军事信息工程与信息对抗技术 Military information engineering and information countermeasures
5352045 含能材料技术 Energetic materials technology
5352050 兵器制造技术 Weapon manufacturing technology
5352055 兵器材料科学与工程 Ordnance materials science and engineering
5352060 兵器测试与实验技术 Weapon testing and experimental technology
5352099 兵器科学与技术其他学科 Ordnance science and technology not elsewhere classified
53530 产品应用专用性技术 Special technology for product applications
5353010 印刷、复制技术 Printing and reproduction technology
5353099 产品应用专用性技术其他学科 Special technology for product applications not elsewhere classified
53599 产品应用相关工程与技术其他学科 Engineering of product applications not elsewhere classified
54010 纺织科学技术基础学科 Basic disciplines of textile science and technology
5401010 纺织化学 Textile chemistry
5401020 纺织美学与色彩学 Textile aesthetics and colour science
5401099 纺织科学技术基础学科其他学科 Basic disciplines of textile science and technology not elsewhere classified
54020 纺织材料 Textile materials
54030 纤维制造技术 Fibre manufacturing technology
54040 纺织技术 Textile technology
5404010 纺织品结构与设计 Structure and design of textiles
5404015 棉纺学 Cotton spinning
5404020 棉织学 Cotton weaving
5404025 麻纺织 Bast fibre textiles
5404030 毛纺织 Wool textiles
5404035 丝纺织 Silk textiles
5404040 化学纤维纺织 Chemical fibre textiles
5404045 新型纺纱、无纺布与特种织物 New spinning, non-wovens and special fabrics
5404050 针织 Knitting
5404099 纺织技术其他学科 Textile technology not elsewhere classified
54050 染整技术 Dyeing and finishing technology
5405010 染炼技术 Scouring and bleaching technology
5405020 印花技术 Printing technology
5405030 染色技术 Dyeing technology
5405040 整理技术 Finishing technology
5405099 染整技术其他学科 Dyeing and finishing technology not elsewhere classified
54060 服装技术 Clothing technology
5406010 服装设计 Clothing design
5406020 服装加工 Clothing manufacture
5406099 服装技术其他学科 Clothing technology not elsewhere classified
54070 纺织机械与设备 Textile machinery and equipment
5407010 纺织器材设计与制造 Design and manufacture of textile accessories
5407020 纺织机械设计与制造 Design and manufacture of textile machinery
5407099 纺织机械与设备其他学科 Textile machinery and equipment not elsewhere classified
54099 纺织科学技术其他学科 Textile science and technology not elsewhere classified
55010 食品科学技术基础学科 Basic disciplines of food science and technology
5501010 食品化学 Food chemistry
5501020 食品营养学 Food nutrition
5501030 食品检验学 Food inspection
5501035 食品微生物学 Food microbiology
5501040 食品生物技术 Food biotechnology
5501045 谷物化学 Cereal chemistry
5501050 油脂化学 Oil and fat chemistry
5501099 食品科学技术基础学科其他学科 Basic disciplines of food science and technology not elsewhere classified
55020 食品加工技术 Food processing technology
5502010 食用油脂加工技术 Edible oil processing
5502015 制糖技术 Sugar processing
5502020 肉加工技术 Meat processing
5502025 乳加工技术 Dairy processing
5502030 蛋加工技术 Egg processing
5502040 食品发酵与酿造技术 Food fermentation and brewing
5502045 烘焙食品加工技术 Bakery processing
5502050 调味品加工技术 Condiment processing
5502055 食品添加剂技术 Food additives technology
5502060 饮料冷食制造技术 Beverage and frozen food manufacturing
5502065 罐头技术 Canning technology
5502070 米面制品加工技术 Rice and flour product processing
5502075 植物蛋白加工技术 Plant protein processing
5502099 食品加工技术其他学科 Food processing technology not elsewhere classified
55030 食品包装与储藏 Food packaging and storage
55040 食品机械 Food machinery
55050 食品加工的副产品加工与利用 Processing and utilisation of food by-products
55060 食品工业企业管理学 Food industry enterprise management
55070 食品工程与粮油工程 Food engineering and grain and oil engineering
5507010 食品工程 Food engineering
5507020 粮油工程 Grain and oil engineering
55099 食品科学技术其他学科 Food science and technology not elsewhere classified
56010 建筑史 History of architecture
56015 土木建筑工程基础学科 Basic disciplines of civil engineering and architecture
5601510 建筑光学 Architectural lighting
5601520 建筑声学 Architectural acoustics
5601530 建筑气象学 Building meteorology
5601599 土木建筑工程基础学科其他学科 Basic disciplines of civil engineering and architecture not elsewhere classified
56020 土木建筑工程测量 Civil engineering and building surveying
56025 建筑材料 Building materials
5602510 金属建筑材料 Metallic building materials
5602520 非金属建筑材料 Non-metallic building materials
5602530 复合建筑材料 Composite building materials
5602540 特种建筑材料 Special building materials
5602599 建筑材料其他学科 Building materials not elsewhere classified
56030 工程结构 Engineering structures
5603010 杆件结构 Bar structures
5603020 薄壳结构 Thin shell structures
5603030 悬索与张拉结构 Suspended cable and tension structures
5603040 实体结构 Solid structures
5603050 结构设计 Structural design
5603099 工程结构其他学科 Engineering structures not elsewhere classified
56035 土木建筑结构 Civil engineering and building structures
5603510 木结构 Timber structures
5603520 砖结构 Brick structures
5603530 金属结构 Metal structures
5603540 混凝土与钢筋混凝土结构 Concrete and reinforced concrete structures
5603550 喷锚结构 Shotcrete and rock bolt structures
5603560 复合结构 Composite structures
5603570 特种结构 Special structures
5603599 土木建筑结构其他学科 Civil engineering and building structures not elsewhere classified
56040 土木建筑工程设计 Civil engineering and architectural design
5604010 建筑设计方法与理论 Architectural design methods and theory
5604020 城乡规划方法与理论 Urban and rural planning methods and theory
5604030 建筑美学 Architectural aesthetics
5604040 建筑室内设计 Interior design
5604050 建筑室外环境设计 Exterior environment design
5604060 土木工程设计 Civil engineering design
5604099 土木建筑工程设计其他学科 Civil engineering and architectural design not elsewhere classified
56045 土木建筑工程施工 Civil engineering and building construction
5604510 地基基础工程 Foundation engineering
5604520 地面工程 Ground engineering
5604530 地下工程 Underground engineering
5604540 墙体工程 Wall engineering
5604550 土木施工电器工程 Electrical engineering for construction
5604560 装饰工程 Decoration engineering
5604599 土木建筑工程施工其他学科 Civil engineering and building construction not elsewhere classified
56050 土木工程机械与设备 Civil engineering machinery and equipment
5605010 起重机械 Hoisting machinery
5605020 土木工程运输机械 Construction transport machinery
5605030 土方机械 Earthmoving machinery
5605040 桩工机械 Piling machinery
5605050 石料开采加工机械 Quarrying and stone processing machinery
5605060 钢筋混凝土机械 Reinforced concrete machinery
5605070 装修机械 Finishing machinery
5605099 土木工程机械与设备其他学科 Civil engineering machinery and equipment not elsewhere classified
56055 市政工程 Municipal engineering
5605510 城市给水排水工程 Urban water supply and drainage engineering
5605520 通风与空调工程 Ventilation and air conditioning engineering
5605530 供热与供燃气工程 Heating and gas supply engineering
5605540 电讯管道工程 Telecommunication conduit engineering
5605550 城市系统工程 Urban systems engineering
5605599 市政工程其他学科 Municipal engineering not elsewhere classified
56060 建筑经济学 Construction economics
56099 土木建筑工程其他学科 Civil engineering and architecture not elsewhere classified
57010 水利工程基础学科 Basic disciplines of hydraulic engineering
5701010 水力学 Hydraulics
5701020 河流与海岸动力学 River and coastal dynamics
5701099 水利工程基础学科其他学科 Basic disciplines of hydraulic engineering not elsewhere classified
57015 水利工程测量 Hydraulic engineering surveying
57020 水工材料 Hydraulic engineering materials
57025 水工结构 Hydraulic structures
5702510 一般水工建筑物 General hydraulic structures
5702520 专门水工建筑物 Special hydraulic structures
5702599 水工结构其他学科 Hydraulic structures not elsewhere classified
57030 水力机械 Hydraulic machinery
57035 水利工程施工 Hydraulic engineering construction
5703510 水利建筑工程施工 Construction of hydraulic works
5703520 水工设备安装 Installation of hydraulic equipment
5703599 水利工程施工其他学科 Hydraulic engineering construction not elsewhere classified
57040 水处理 Water treatment
5704010 给水处理 Feed water treatment
5704099 水处理其他学科 Water treatment not elsewhere classified
57045 河流泥沙工程学 River sediment engineering
5704510 水沙动力学 Flow and sediment dynamics
5704520 河工学 River engineering
5704599 河流泥沙工程学其他学科 River sediment engineering not elsewhere classified
57055 环境水利 Environmental hydraulic engineering
5705510 环境水利与评价 Environmental water conservancy and assessment
5705520 区域环境水利 Regional environmental water conservancy
5705530 水资源保护 Water resources protection
5705599 环境水利其他学科 Environmental hydraulic engineering not elsewhere classified
57060 水利管理 Water conservancy management
5706010 水利工程管理 Hydraulic project management
5706020 水利工程检查观测 Hydraulic project inspection and observation
5706030 水利管理自动化系统 Water management automation systems
5706099 水利管理其他学科 Water conservancy management not elsewhere classified
57065 防洪工程 Flood control engineering
5706510 防洪 Flood prevention
5706520 防汛 Flood fighting
5706530 防凌 Ice flood prevention
5706599 防洪工程其他学科 Flood control engineering not elsewhere classified
57070 水利经济学 Water conservancy economics
57099 水利工程其他学科 Water engineering not elsewhere classified
58010 道路工程 Road engineering
5801010 路基工程 Subgrade engineering
5801020 桥涵工程 Bridge and culvert engineering
5801030 隧道工程 Tunnel engineering
5801099 道路工程其他学科 Road engineering not elsewhere classified
58020 公路运输 Road transport
5802010 车辆工程 Vehicle engineering
5802020 公路标志、信号、监控工程 Road sign, signal and monitoring engineering
5802030 公路运输管理 Road transport management
5802099 公路运输其他学科 Road transport not elsewhere classified
58030 铁路运输 Railway transport
5803010 铁路电气化工程 Railway electrification engineering
5803020 铁路通信信号工程 Railway communication and signalling engineering
5803030 铁路机车车辆工程 Railway rolling stock engineering
5803040 铁路运输管理 Railway transport management
5803099 铁路运输其他学科 Railway transport not elsewhere classified
58040 水路运输 Waterway transport
5804010 航海技术与装备工程 Navigation technology and equipment engineering
5804020 船舶通信与导航工程 Ship communication and navigation engineering
5804030 航道工程 Waterway engineering
5804040 港口工程 Port engineering
5804050 疏浚工程 Dredging engineering
5804060 水路运输管理 Waterway transport management
5804070 救助、打捞与潜水作业工程 Rescue, salvage and diving engineering
5804080 海事技术与装备工程 Maritime technology and equipment engineering
5804099 水路运输其他学科 Waterway transport not elsewhere classified
58050 船舶、舰船工程 Ship and naval vessel engineering
58060 航空运输 Air transport
5806010 机场工程 Airport engineering
5806020 航空运输管理 Air transport management
5806099 航空运输其他学科 Air transport not elsewhere classified
58070 交通运输系统工程 Transport systems engineering
58080 交通运输安全工程 Transport safety engineering
58099 交通运输工程其他学科 Transport engineering not elsewhere classified
59010 航空、航天科学技术基础学科 Basic disciplines of aeronautics and astronautics
5901010 大气层飞行力学 Atmospheric flight mechanics
5901020 航天动力学 Spaceflight dynamics
5901030 飞行器结构力学 Flight vehicle structural mechanics
5901035 航天摩擦学 Space tribology
5901040 飞行原理 Principles of flight
5901099 航空、航天科学技术基础学科其他学科 Basic disciplines of aeronautics and astronautics not elsewhere classified
59015 航空器结构与设计 Aircraft structure and design
5901510 气球、飞艇 Balloons and airships
5901520 定翼机 Fixed-wing aircraft
5901530 旋翼机 Rotorcraft
5901599 航空器结构与设计其他学科 Aircraft structure and design not elsewhere classified
59020 航天器结构与设计 Spacecraft structure and design
5902010 火箭、导弹 Rockets and missiles
5902020 人造地球卫星 Artificial Earth satellites
5902030 空间探测器 Space probes
5902040 宇宙飞船 Crewed spacecraft
5902050 航天站 Space stations
5902060 航天飞机 Space shuttles
5902099 航天器结构与设计其他学科 Spacecraft structure and design not elsewhere classified
59025 航空、航天推进系统 Aerospace propulsion systems
59030 飞行器仪表、设备 Flight vehicle instruments and equipment
59035 飞行器控制、导航技术 Flight vehicle control and navigation technology
59040 航空、航天材料 Aerospace materials
5904010 航空、航天金属材料 Aerospace metallic materials
5904020 航空、航天非金属材料 Aerospace non-metallic materials
5904030 航空、航天复合材料 Aerospace composite materials
5904040 航空、航天燃料与润滑剂 Aerospace fuels and lubricants
5904050 航空、航天材料失效与保护 Aerospace material failure and protection
5904099 航空、航天材料其他学科 Aerospace materials not elsewhere classified
59045 飞行器制造技术 Flight vehicle manufacturing technology
5904510 航空器制造工艺 Aircraft manufacturing processes
5904520 航天器制造工艺 Spacecraft manufacturing processes
5904599 飞行器制造技术其他学科 Flight vehicle manufacturing technology not elsewhere classified
59050 飞行器试验技术 Flight vehicle testing technology
5905010 航空器地面试验 Aircraft ground testing
5905020 航空器飞行试验 Aircraft flight testing
5905030 航天器地面试验 Spacecraft ground testing
5905040 航天器飞行试验 Spacecraft flight testing
5905099 飞行器试验技术其他学科 Flight vehicle testing technology not elsewhere classified
59055 飞行器发射与回收、飞行技术 Flight vehicle launch, recovery and flight technology
5905510 飞行技术 Flight technology
5905520 飞行器发射与回收 Flight vehicle launch and recovery
5905530 飞行事故 Flight accidents
5905599 飞行器发射与回收、飞行技术其他学科 Flight vehicle launch, recovery and flight technology not elsewhere classified
59060 航空航天地面设施、技术保障 Aerospace ground facilities and technical support
5906010 发射场、试验场 Launch and test sites
5906020 航天测控系统 Space tracking, telemetry and control systems
5906030 航空地面设施 Aviation ground facilities
5906040 航空地面技术保障 Aviation ground technical support
5906099 航空航天地面设施、技术保障其他学科 Aerospace ground facilities and technical support not elsewhere classified
59065 航空、航天系统工程 Aerospace systems engineering
5906510 航空系统工程 Aviation systems engineering
5906520 航天系统工程 Space systems engineering
5906530 航空、航天可靠性工程 Aerospace reliability engineering
5906599 航空、航天系统工程其他学科 Aerospace systems engineering not elsewhere classified
59099 航空、航天科学技术其他学科 Aviation and aerospace science not elsewhere classified
61010 环境科学技术基础学科 Basic disciplines of environmental science and technology
6101010 环境物理学 Environmental physics
6101015 环境化学 Environmental chemistry
6101020 环境生物学 Environmental biology
6101025 环境气象学 Environmental meteorology
6101030 环境地学 Environmental geoscience
6101035 环境生态学 Environmental ecology
6101040 环境毒理学 Environmental toxicology
6101045 自然环境保护学 Nature conservation
6101050 环境管理学 Environmental management
6101099 环境科学技术基础学科其他学科 Basic disciplines of environmental science and technology not elsewhere classified
61020 环境学 Environmental studies
6102010 大气环境学 Atmospheric environment
6102020 水体环境学 Water environment
6102030 土壤环境学 Soil environment
6102040 区域环境学 Regional environment
6102050 城市环境学 Urban environment
6102099 环境学其他学科 Environmental studies not elsewhere classified
61030 环境工程学 Environmental engineering
6103010 环境保护工程 Environmental protection engineering
6103015 大气污染防治工程 Air pollution control engineering
6103020 水污染防治工程 Water pollution control engineering
6103025 固体污染防治工程 Solid waste pollution control engineering
6103030 三废处理与综合利用 Waste treatment and comprehensive utilisation
6103035 噪声与震动控制 Noise and vibration control
6103040 环境质量监测与评价 Environmental quality monitoring and assessment
6103045 环境规划 Environmental planning
6103050 环境系统工程 Environmental systems engineering
6103055 环境修复工程 Environmental remediation engineering
6103099 环境工程学其他学科 Environmental engineering not elsewhere classified
61050 资源科学技术 Resource science and technology
61099 环境科学技术及资源科学技术其他学科 Environmental and resource science not elsewhere classified
62010 安全科学技术基础学科 Basic disciplines of safety science and technology
6201005 安全哲学 Philosophy of safety
6201007 安全史 History of safety
6201009 安全科学学 Science of safety science
6201030 灾害学 Disaster science
6201035 安全学 Safety studies
6201099 安全科学技术基础学科其他学科 Basic disciplines of safety science and technology not elsewhere classified
62021 安全社会科学 Social science of safety
6202110 安全社会学 Safety sociology
6202120 安全经济学 Safety economics
6202130 安全管理学 Safety management
6202140 安全教育学 Safety education
6202150 安全伦理学 Safety ethics
6202160 安全文化学 Safety culture
6202199 安全社会科学其他学科 Social science of safety not elsewhere classified
62023 安全物质学 Safety material science
62025 安全人体学 Human factors in safety
6202510 安全生理学 Safety physiology
6202520 安全心理学 Safety psychology
6202530 安全人机学 Safety ergonomics
6202599 安全人体学其他学科 Human factors in safety not elsewhere classified
62027 安全系统学 Safety systemics
6202710 安全运筹学 Safety operations research
6202720 安全信息论 Safety information theory
6202730 安全控制论 Safety cybernetics
6202740 安全模拟与安全仿真学 Safety modelling and simulation
6202799 安全系统学其他学科 Safety systemics not elsewhere classified
62030 安全工程技术科学 Safety engineering
6203005 安全工程理论 Safety engineering theory
6203010 火灾科学与消防工程 Fire science and fire protection engineering
6203020 爆炸安全工程 Explosion safety engineering
6203030 安全设备工程 Safety equipment engineering
6203035 安全机械工程 Safety mechanical engineering
6203040 安全电气工程 Safety electrical engineering
6203060 安全人机工程 Safety ergonomics engineering
6203070 安全系统工程 Safety systems engineering
6203099 安全工程技术科学其他学科 Safety engineering not elsewhere classified
62040 安全卫生工程技术 Safety and health engineering
6204010 防尘工程技术 Dust control engineering
6204020 防毒工程技术 Toxic hazard control engineering
6204030 噪声与振动控制 Noise and vibration control
6204040 个体防护工程 Personal protection engineering
6204099 安全卫生工程技术其他学科 Safety and health engineering not elsewhere classified
62060 安全社会工程 Social engineering of safety
6206010 安全管理工程 Safety management engineering
6206020 安全经济工程 Safety economics engineering
6206030 安全教育工程 Safety education engineering
6206099 安全社会工程其他学科 Social engineering of safety not elsewhere classified
62070 部门安全工程理论 Sectoral safety engineering theory
62080 公共安全 Public safety
6208010 公共安全信息工程 Public safety information engineering
6208015 公共安全风险评估与规划 Public safety risk assessment and planning
6208020 公共安全检测检验 Public safety inspection and testing
6208025 公共安全监测监控 Public safety monitoring
6208030 公共安全预测预警 Public safety forecasting and early warning
6208035 应急决策指挥 Emergency decision and command
6208040 应急救援 Emergency rescue
6208099 公共安全其他学科 Public safety not elsewhere classified
62099 安全科学技术其他学科 Safety science and technology not elsewhere classified
63010 管理思想史 History of management thought
63015 管理理论 Management theory
6301510 管理哲学 Philosophy of management
6301520 组织理论 Organisation theory
6301530 行为科学 Behavioural science
6301540 决策理论 Decision theory
6301550 系统管理理论 Systems management theory
6301599 管理理论其他学科 Management theory not elsewhere classified
63025 管理计量学 Management metrics
63030 部门经济管理 Sectoral economic management
63032 区域经济管理 Regional economic management
63035 科学学与科技管理 Science of science and science and technology management
6303510 科学社会学 Sociology of science
6303520 科技政策学 Science and technology policy
6303525 科学体系学 Systematics of science
6303530 科学心理学 Psychology of science
6303540 科学计量学 Scientometrics
6303550 科技管理学 Science and technology management
6303599 科学学与科技管理其他学科 Science of science and science and technology management not elsewhere classified
63040 企业管理 Business management
6304010 生产管理 Production management
6304015 经营管理 Operations management
6304020 财务管理 Financial management
6304025 成本管理 Cost management
6304030 劳动人事管理 Labour and personnel management
6304035 技术管理 Technology management
6304040 营销管理 Marketing management
6304045 物资管理 Materials management
6304050 设备管理 Equipment management
6304055 质量管理 Quality management
6304099 企业管理其他学科 Business management not elsewhere classified
63044 公共管理 Public management
6304410 行政管理 Public administration
6304420 危机管理 Crisis management
6304499 公共管理其他学科 Public management not elsewhere classified
63050 管理工程 Management engineering
6305010 生产系统管理 Production systems management
6305015 研究与开发管理 Research and development management
6305020 质量控制与可靠性管理 Quality control and reliability management
6305025 物流系统管理 Logistics systems management
6305030 战略管理 Strategic management
6305035 决策分析 Decision analysis
6305040 决策支持系统 Decision support systems
6305045 管理信息系统 Management information systems
6305050 管理系统仿真 Management systems simulation
6305055 工效学 Ergonomics
6305060 部门管理工程 Sectoral management engineering
6305099 管理工程其他学科 Management engineering not elsewhere classified
63055 人力资源开发与管理 Human resource development and management
6305510 人力资源开发战略 Human resource development strategy
6305520 人才学 Talent studies
6305599 人力资源开发与管理其他学科 Human resource development and management not elsewhere classified
63060 未来学 Futures studies
6306010 理论预测学 Theoretical forecasting
6306020 预测评价学 Forecast evaluation
6306030 技术评估学 Technology assessment
6306040 全球未来学 Global futures studies
6306099 未来学其他学科 Futures studies not elsewhere classified
63099 管理学其他学科 Management not elsewhere classified
71010 马、恩、列、斯思想研究 Studies of the thought of Marx, Engels, Lenin and Stalin
71020 毛泽东思想研究 Studies of Mao Zedong Thought
71030 马克思主义思想史 History of Marxist thought
71040 科学社会主义 Scientific socialism
71050 社会主义运动史 History of socialist movements
71060 国外马克思主义研究 Foreign Marxism studies
71099 马克思主义其他学科 Marxism not elsewhere classified
72010 马克思主义哲学 Marxist philosophy
7201010 辩证唯物主义 Dialectical materialism
7201020 历史唯物主义 Historical materialism
7201030 马克思主义哲学史 History of Marxist philosophy
7201099 马克思主义哲学其他学科 Marxist philosophy not elsewhere classified
72015 自然辩证法 Dialectics of nature
7201510 自然观 Views of nature
7201520 科学哲学 Philosophy of science
7201530 技术哲学 Philosophy of technology
7201540 专门自然科学哲学 Philosophy of the special natural sciences
7201599 自然辩证法其他学科 Dialectics of nature not elsewhere classified
72020 中国哲学史 History of Chinese philosophy
7202010 先秦哲学 Pre-Qin philosophy
7202020 秦汉哲学 Qin and Han philosophy
7202030 魏晋南北朝哲学 Wei, Jin and Northern and Southern dynasties philosophy
7202040 隋唐五代哲学 Sui, Tang and Five Dynasties philosophy
7202050 宋元明清哲学 Song, Yuan, Ming and Qing philosophy
7202060 中国近代哲学 Modern Chinese philosophy
7202070 中国现代哲学 Contemporary Chinese philosophy
7202080 中国少数民族哲学思想 Philosophical thought of Chinese ethnic minorities
7202099 中国哲学史其他学科 History of Chinese philosophy not elsewhere classified
72025 东方哲学史 History of Eastern philosophy
7202510 印度哲学 Indian philosophy
7202520 伊斯兰哲学 Islamic philosophy
7202530 日本哲学 Japanese philosophy
7202599 东方哲学史其他学科 History of Eastern philosophy not elsewhere classified
72030 西方哲学史 History of Western philosophy
7203010 古希腊罗马哲学 Ancient Greek and Roman philosophy
7203020 中世纪哲学 Medieval philosophy
7203030 文艺复兴时期哲学 Renaissance philosophy
7203040 十七、十八世纪欧洲哲学 17th- and 18th-century European philosophy
7203050 德国古典哲学 Classical German philosophy
7203060 俄国哲学 Russian philosophy
7203099 西方哲学史其他学科 History of Western philosophy not elsewhere classified
72035 现代外国哲学 Modern foreign philosophy
7203510 十九世纪末至二十世纪中叶西方哲学 Western philosophy from the late 19th to mid-20th century
7203520 分析哲学 Analytic philosophy
7203530 欧洲大陆人文哲学 Continental humanist philosophy
7203540 解释学 Hermeneutics
7203550 符号学 Semiotics
7203560 实用主义哲学 Pragmatism
7203599 现代外国哲学其他学科 Modern foreign philosophy not elsewhere classified
72040 逻辑学 Logic
7204010 逻辑史 History of logic
7204020 形式逻辑 Formal logic
7204030 哲理逻辑 Philosophical logic
7204040 语言逻辑 Logic of language
7204050 归纳逻辑 Inductive logic
7204060 辩证逻辑 Dialectical logic
7204099 逻辑学其他学科 Logic not elsewhere classified
72045 伦理学 Ethics
7204510 伦理学原理 Principles of ethics
7204515 中国伦理思想史 History of Chinese ethical thought
7204520 东方伦理思想史 History of Eastern ethical thought
7204525 西方伦理思想史 History of Western ethical thought
7204530 马克思主义伦理思想史 History of Marxist ethical thought
7204535 职业伦理学 Professional ethics
7204540 医学伦理学 Medical ethics
7204545 教育伦理学 Ethics of education
7204550 政治伦理学 Political ethics
7204555 家庭伦理学 Family ethics
7204560 生命伦理学 Bioethics
7204565 生态伦理学 Ecological ethics
7204570 环境伦理学 Environmental ethics
7204599 伦理学其他学科 Ethics not elsewhere classified
72050 美学 Aesthetics
7205010 美学原理 Principles of aesthetics
7205020 中国美学史 History of Chinese aesthetics
7205030 东方美学史 History of Eastern aesthetics
7205040 西方美学史 History of Western aesthetics
7205050 西方现代美学 Modern Western aesthetics
7205060 马克思主义美学 Marxist aesthetics
7205070 艺术美学 Aesthetics of art
7205080 技术美学 Technological aesthetics
7205099 美学其他学科 Aesthetics not elsewhere classified
72099 哲学其他学科 Philosophy not elsewhere classified
73011 宗教学理论 Theory of religious studies
7301110 马克思主义宗教学 Marxist religious studies
7301115 宗教史学 History of religions
7301120 宗教哲学 Philosophy of religion
7301125 宗教社会学 Sociology of religion
7301130 宗教心理学 Psychology of religion
7301135 比较宗教学 Comparative religion
7301140 宗教地理学 Geography of religion
7301145 宗教文学艺术 Religious literature and art
7301150 宗教文献学 Religious texts
7301155 神话学 Mythology
7301199 宗教学理论其他学科 Theory of religious studies not elsewhere classified
73014 无神论 Atheism
7301410 无神论史 History of atheism
7301420 中国无神论 Chinese atheism
7301430 外国无神论 Foreign atheism
7301499 无神论其他学科 Atheism not elsewhere classified
73017 原始宗教 Primitive religion
73021 古代宗教 Ancient religions
7302110 中国古代宗教 Ancient Chinese religions
7302120 外国古代宗教 Ancient foreign religions
7302199 古代宗教其他学科 Ancient religions not elsewhere classified
73024 佛教 Buddhism
7302410 佛教哲学 Buddhist philosophy
7302420 佛教因明 Buddhist logic
7302430 佛教艺术 Buddhist art
7302440 佛教文献 Buddhist texts
7302450 佛教史 History of Buddhism
7302460 佛教宗派学 Buddhist schools
7302499 佛教其他学科 Buddhism not elsewhere classified
73027 基督教 Christianity
7302710 圣经学 Biblical studies
7302720 基督教哲学 Christian philosophy
7302730 基督教伦理学 Christian ethics
7302740 基督教史 History of Christianity
7302750 基督教艺术 Christian art
7302799 基督教其他学科 Christianity not elsewhere classified
73031 伊斯兰教 Islam
7303110 伊斯兰教义学 Islamic theology
7303120 伊斯兰教法学 Islamic jurisprudence
7303130 伊斯兰教哲学 Islamic philosophy
7303140 古兰学 Quranic studies
7303150 圣训学 Hadith studies
7303160 伊斯兰教史 History of Islam
7303170 伊斯兰教艺术 Islamic art
7303199 伊斯兰教其他学科 Islam not elsewhere classified
73034 道教 Taoism
7303410 道教哲学 Taoist philosophy
7303420 道教文献 Taoist texts
7303430 道教艺术 Taoist art
7303440 道教史 History of Taoism
7303499 道教其他学科 Taoism not elsewhere classified
73037 印度教 Hinduism
73041 犹太教 Judaism
73044 祆教 Zoroastrianism
73047 摩尼教 Manichaeism
73051 锡克教 Sikhism
73054 耆那教 Jainism
73057 神道教 Shinto
73061 中国民间宗教与民间信仰 Chinese folk religion and folk beliefs
73064 中国少数民族宗教 Religions of Chinese ethnic minorities
73067 当代宗教 Contemporary religion
7306710 中国当代宗教 Contemporary religion in China
7306720 世界当代宗教 Contemporary world religions
7306730 新兴宗教 New religious movements
7306799 当代宗教其他学科 Contemporary religion not elsewhere classified
73099 宗教学其他学科 Religious studies not elsewhere classified
74010 普通语言学 General linguistics
7401010 语音学 Phonetics
7401015 语法学 Grammar
7401020 语义学 Semantics
7401025 词汇学 Lexicology
7401030 语用学 Pragmatics
7401035 方言学 Dialectology
7401040 修辞学 Rhetoric
7401045 文字学 Grammatology
7401050 语源学 Etymology
7401099 普通语言学其他学科 General linguistics not elsewhere classified
74015 比较语言学 Comparative linguistics
7401510 历史比较语言学 Historical comparative linguistics
7401520 类型比较语言学 Linguistic typology
7401530 双语对比语言学 Contrastive linguistics
7401599 比较语言学其他学科 Comparative linguistics not elsewhere classified
74020 语言地理学 Linguistic geography
74025 社会语言学 Sociolinguistics
74030 心理语言学 Psycholinguistics
74035 应用语言学 Applied linguistics
7403510 语言教学 Language teaching
7403520 话语语言学 Discourse linguistics
7403530 实验语音学 Experimental phonetics
7403540 数理语言学 Mathematical linguistics
7403550 计算语言学 Computational linguistics
7403560 翻译学 Translation studies
7403570 术语学 Terminology
7403599 应用语言学其他学科 Applied linguistics not elsewhere classified
74040 汉语研究 Chinese language studies
7404010 普通话 Standard Chinese (Putonghua)
7404015 汉语方言 Chinese dialects
7404020 汉语语音 Chinese phonetics
7404025 汉语音韵 Chinese phonology
7404030 汉语语法 Chinese grammar
7404035 汉语词汇 Chinese vocabulary
7404040 汉语训诂 Chinese exegesis
7404045 汉语修辞 Chinese rhetoric
7404050 汉字规范 Standardisation of Chinese characters
7404055 汉语史 History of the Chinese language
7404099 汉语研究其他学科 Chinese language studies not elsewhere classified
74045 中国少数民族语言文字 Languages and scripts of Chinese ethnic minorities
7404510 蒙古语文 Mongolian language
7404515 藏语文 Tibetan language
7404520 维吾尔语文 Uyghur language
7404525 哈萨克语文 Kazakh language
7404530 满语文 Manchu language
7404535 朝鲜语文 Korean language
7404540 傣族语文 Dai language
7404545 彝族语文 Yi language
7404550 壮语文 Zhuang language
7404555 苗语文 Miao language
7404560 瑶语文 Yao language
7404565 柯尔克孜语文 Kyrgyz language
7404570 锡伯语文 Xibe language
7404599 中国少数民族语言文字其他学科 Languages and scripts of Chinese ethnic minorities not elsewhere classified
74050 外国语言 Foreign languages
7405011 英语 English
7405014 德语 German
7405017 瑞典语 Swedish
7405018 丹麦语、挪威语、冰岛语 Danish, Norwegian and Icelandic
7405020 拉丁语 Latin
7405021 意大利语 Italian
7405024 法语 French
7405027 西班牙语、葡萄牙语 Spanish and Portuguese
7405031 罗马尼亚语 Romanian
7405034 俄语 Russian
7405037 波兰语、捷克语 Polish and Czech
7405041 塞尔维亚语、保加利亚语 Serbian and Bulgarian
7405044 希腊语 Greek
7405047 阿尔巴尼亚语 Albanian
7405051 匈牙利语 Hungarian
7405052 芬兰语 Finnish
7405053 爱沙尼亚语、拉脱维亚语、立陶宛语 Estonian, Latvian and Lithuanian
7405054 梵语、印地语、乌尔都语、僧伽罗语 Sanskrit, Hindi, Urdu and Sinhala
7405057 波斯语 Persian
7405061 土耳其语 Turkish
7405064 阿拉伯语 Arabic
7405067 希伯莱语 Hebrew
7405071 豪萨语 Hausa
7405074 斯瓦希里语 Swahili
7405077 越南语、柬埔寨语 Vietnamese and Khmer
7405081 印度尼西亚语、菲律宾国语、马来语 Indonesian, Filipino and Malay
7405084 缅甸语 Burmese
7405087 泰语、老挝语 Thai and Lao
7405091 日语 Japanese
7405092 朝鲜语和韩国语 Korean
7405094 世界语 Esperanto
7405099 外国语言其他学科 Foreign languages not elsewhere classified
74099 语言学其他学科 Linguistics not elsewhere classified
75011 文学理论 Literary theory
75014 文艺美学 Aesthetics of literature and art
75017 文学批评 Literary criticism
75021 比较文学 Comparative literature
75024 中国古代文学 Ancient Chinese literature
7502410 周秦汉文学 Literature of the Zhou, Qin and Han dynasties
7502415 魏晋文学 Literature of the Wei and Jin dynasties
7502420 南北朝文学 Literature of the Northern and Southern dynasties
7502425 隋唐五代文学 Literature of the Sui, Tang and Five Dynasties
7502430 宋代文学 Literature of the Song dynasty
7502435 辽金文学 Literature of the Liao and Jin dynasties
7502440 元代文学 Literature of the Yuan dynasty
7502445 明代文学 Literature of the Ming dynasty
7502450 清代文学 Literature of the Qing dynasty
7502499 中国古代文学其他学科 Ancient Chinese literature not elsewhere classified
75027 中国近代文学 Early modern Chinese literature
75031 中国现代文学 Modern Chinese literature
75034 中国各体文学 Chinese literature by genre
7503410 中国诗歌文学 Chinese poetry
7503420 中国戏剧文学 Chinese drama
7503430 中国小说文学 Chinese fiction
7503440 中国散文文学 Chinese prose
7503499 中国各体文学其他学科 Chinese literature by genre not elsewhere classified
75037 中国民间文学 Chinese folk literature
75041 中国儿童文学 Chinese children's literature
75044 中国少数民族文学 Literature of Chinese ethnic minorities
7504410 蒙古族文学 Mongolian literature
7504420 藏族文学 Tibetan literature
7504430 维吾尔族文学 Uyghur literature
7504440 哈萨克族文学 Kazakh literature
7504450 朝鲜族文学 Korean literature
7504499 中国少数民族文学其他学科 Literature of Chinese ethnic minorities not elsewhere classified
75047 世界文学史 History of world literature
7504710 古代世界文学史 History of ancient world literature
7504720 中世纪世界文学史 History of medieval world literature
7504730 近代世界文学史 History of modern world literature
7504740 现代世界文学史 History of contemporary world literature
7504799 世界文学史其他学科 History of world literature not elsewhere classified
75051 东方文学 Eastern literature
7505110 印度文学 Indian literature
7505120 日本文学 Japanese literature
7505199 东方文学其他学科 Eastern literature not elsewhere classified
75054 俄国文学 Russian literature
75057 英国文学 English literature
75061 法国文学 French literature
75064 德国文学 German literature
75067 意大利文学 Italian literature
75071 美国文学 American literature
75074 北欧文学 Nordic literature
75077 东欧文学 Eastern European literature
75081 拉美文学 Latin American literature
75084 非洲文学 African literature
75087 大洋洲文学 Oceanian literature
75099 文学其他学科 Literature not elsewhere classified
76010 艺术心理学 Psychology of art
76015 音乐 Music
7601510 音乐学 Musicology
7601520 作曲与作曲理论 Composition and composition theory
7601530 音乐表演艺术 Musical performance
7601599 音乐其他学科 Music not elsewhere classified
76020 戏剧 Drama
7602010 戏剧史 History of drama
7602020 戏剧理论 Theory of drama
7602099 戏剧其他学科 Drama not elsewhere classified
76025 戏曲 Traditional Chinese opera
7602510 戏曲史 History of Chinese opera
7602520 戏曲理论 Theory of Chinese opera
7602530 戏曲表演 Chinese opera performance
7602599 戏曲其他学科 Traditional Chinese opera not elsewhere classified
76030 舞蹈 Dance
7603010 舞蹈史 History of dance
7603020 舞蹈理论 Dance theory
7603030 舞蹈编导 Choreography
7603040 舞蹈表演 Dance performance
7603099 舞蹈其他学科 Dance not elsewhere classified
76035 电影 Film
7603510 电影史 History of film
7603520 电影理论 Film theory
7603530 电影艺术 Film art
7603599 电影其他学科 Film not elsewhere classified
76040 广播电视文艺 Radio and television arts
76045 美术 Fine arts
7604510 美术史 History of fine arts
7604520 美术理论 Theory of fine arts
7604530 绘画艺术 Painting
7604540 雕塑艺术 Sculpture
7604599 美术其他学科 Fine arts not elsewhere classified
76050 工艺美术 Arts and crafts
7605010 工艺美术史 History of arts and crafts
7605020 工艺美术理论 Theory of arts and crafts
7605030 环境艺术 Environmental art
7605099 工艺美术其他学科 Arts and crafts not elsewhere classified
76055 书法 Calligraphy
7605510 书法史 History of calligraphy
7605520 书法理论 Theory of calligraphy
7605599 书法其他学科 Calligraphy not elsewhere classified
76060 摄影 Photography
7606010 摄影史 History of photography
7606020 摄影理论 Theory of photography
7606099 摄影其他学科 Photography not elsewhere classified
76099 艺术学其他学科 Arts not elsewhere classified
77010 史学史 History of historiography
7701010 中国史学史 History of Chinese historiography
7701020 外国史学史 History of foreign historiography
77015 史学理论 Theory of history
7701510 马克思主义史学理论 Marxist theory of history
7701520 中国传统史学理论 Traditional Chinese theory of history
7701530 外国史学理论 Foreign theory of history
77020 历史文献学 Historical documents
77025 中国通史 General history of China
77030 中国古代史 Ancient history of China
7703010 先秦史 Pre-Qin history
7703015 秦汉史 History of the Qin and Han dynasties
7703020 魏晋南北朝史 History of the Wei, Jin and Northern and Southern dynasties
7703025 隋唐五代十国史 History of the Sui, Tang, Five Dynasties and Ten Kingdoms
7703030 宋史 History of the Song dynasty
7703035 辽金史 History of the Liao and Jin dynasties
7703040 元史 History of the Yuan dynasty
7703045 明史 History of the Ming dynasty
7703050 清史 History of the Qing dynasty
7703055 中国古文字 Ancient Chinese scripts
7703060 中国古代契约文书 Ancient Chinese contracts and documents
7703099 中国古代史其他学科 Ancient history of China not elsewhere classified
77035 中国近代史、现代史 Modern and contemporary history of China
7703510 鸦片战争史 History of the Opium Wars
7703515 太平天国史 History of the Taiping Heavenly Kingdom
7703520 洋务运动史 History of the Self-Strengthening Movement
7703525 戊戌政变史 History of the Hundred Days' Reform
7703530 义和团运动史 History of the Boxer Movement
7703532 晚清政治史 Political history of the late Qing
7703535 辛亥革命史 History of the Revolution of 1911
7703540 五四运动史 History of the May Fourth Movement
7703545 新民主主义革命史 History of the New Democratic Revolution
7703547 抗日战争史 History of the War of Resistance against Japan
7703550 中国共产党史 History of the Communist Party of China
7703555 中国国民党史 History of the Kuomintang
7703560 中国民主党派史 History of China's democratic parties
7703565 中华民国史 History of the Republic of China
7703570 中华人民共和国史 History of the People's Republic of China
7703575 近代经济史 Modern economic history
7703580 近代思想文化史 Modern intellectual and cultural history
7703585 近代社会史 Modern social history
7703599 中国近代史、现代史其他学科 Modern and contemporary history of China not elsewhere classified
77040 世界通史 General world history
7704010 原始社会史 History of primitive society
7704020 世界古代史 Ancient world history
7704030 世界中世纪史 Medieval world history
7704040 世界近代史 Modern world history
7704050 世界现代史 Contemporary world history
7704099 世界通史其他学科 General world history not elsewhere classified
77045 亚洲史 History of Asia
7704510 日本史 History of Japan
7704520 印度史 History of India
7704525 东北亚史 History of Northeast Asia
7704530 东南亚史 History of Southeast Asia
7704540 南亚史 History of South Asia
7704550 中亚史 History of Central Asia
7704560 西亚史 History of West Asia
7704599 亚洲史其他学科 History of Asia not elsewhere classified
77050 非洲史 History of Africa
7705010 北非史 History of North Africa
7705020 撒哈拉以南非洲史 History of sub-Saharan Africa
7705030 埃及史 History of Egypt
7705040 南非联邦史 History of the Union of South Africa
7705099 非洲史其他学科 History of Africa not elsewhere classified
77055 美洲史 History of the Americas
7705510 美洲古代文明史 History of ancient American civilisations
7705520 美国史 History of the United States
7705530 加拿大史 History of Canada
7705540 拉丁美洲史 History of Latin America
7705599 美洲史其他学科 History of the Americas not elsewhere classified
77060 欧洲史 History of Europe
7706010 俄国史 History of Russia
7706020 英国史 History of Britain
7706030 法国史 History of France
7706040 德国史 History of Germany
7706050 意大利史 History of Italy
7706060 西班牙史 History of Spain
7706070 中东欧国家史 History of Central and Eastern Europe
7706080 北欧国家史 History of the Nordic countries
7706099 欧洲史其他学科 History of Europe not elsewhere classified
77065 澳洲、大洋洲史 History of Australia and Oceania
77070 专门史 Specialised history
7707010 政治史 Political history
7707015 思想史 Intellectual history
7707020 文化史 Cultural history
7707025 科技史 History of science and technology
7707030 社会史 Social history
7707035 城市史 Urban history
7707040 中外文化交流史 History of Sino-foreign cultural exchange
7707042 中外关系史 History of Sino-foreign relations
7707045 历史地理学 Historical geography
7707050 方志学 Local gazetteer studies
7707055 人物研究 Biographical studies
7707060 谱牒学 Genealogy
7707099 专门史其他学科 Specialised history not elsewhere classified
77099 历史学其他学科 History not elsewhere classified
7709910 简帛学 Bamboo and silk manuscript studies
78010 考古理论 Archaeological theory
78020 考古学史 History of archaeology
78030 考古技术 Archaeological techniques
7803010 考古发掘 Archaeological excavation
7803020 考古修复 Archaeological restoration
7803030 考古年代测定 Archaeological dating
7803099 考古技术其他学科 Archaeological techniques not elsewhere classified
78040 中国考古 Archaeology of China
7804010 旧石器时代考古 Palaeolithic archaeology
7804020 新石器时代考古 Neolithic archaeology
7804030 商周考古 Shang and Zhou archaeology
7804040 秦汉考古 Qin and Han archaeology
7804050 三国两晋、南北朝、隋唐考古 Archaeology from the Three Kingdoms to the Tang
7804060 宋元明考古 Song, Yuan and Ming archaeology
7804099 中国考古其他学科 Archaeology of China not elsewhere classified
78050 外国考古 Foreign archaeology
7805010 亚洲考古 Archaeology of Asia
7805020 欧洲考古 Archaeology of Europe
7805030 非洲考古 Archaeology of Africa
7805040 美洲考古 Archaeology of the Americas
7805050 大洋洲考古 Archaeology of Oceania
7805099 外国考古其他学科 Foreign archaeology not elsewhere classified
78060 专门考古 Specialised archaeology
7806010 金石学 Study of ancient bronzes and stone inscriptions
7806020 铭刻学 Epigraphy
7806030 甲骨学 Oracle bone studies
7806040 古钱学 Numismatics
7806045 古陶瓷学 Ancient ceramics
7806050 美术考古 Art archaeology
7806060 宗教考古 Archaeology of religion
7806070 水下考古 Underwater archaeology
7806099 专门考古其他学科 Specialised archaeology not elsewhere classified
78099 考古学其他学科 Archaeology not elsewhere classified
79011 政治经济学 Political economy
7901110 资本主义政治经济学 Political economy of capitalism
7901120 社会主义政治经济学 Political economy of socialism
7901199 政治经济学其他学科 Political economy not elsewhere classified
79013 宏观经济学 Macroeconomics
7901310 西方宏观经济学 Western macroeconomics
7901320 社会主义宏观经济学 Socialist macroeconomics
79015 微观经济学 Microeconomics
7901510 西方微观经济学 Western microeconomics
7901520 社会主义微观经济学 Socialist microeconomics
79017 比较经济学 Comparative economics
79019 经济地理学 Economic geography
79021 发展经济学 Development economics
79023 生产力经济学 Economics of productive forces
79025 经济思想史 History of economic thought
7902510 中国经济思想史 History of Chinese economic thought
7902520 外国经济思想史 History of foreign economic thought
7902530 马克思主义经济思想史 History of Marxist economic thought
7902599 经济思想史其他学科 History of economic thought not elsewhere classified
79027 经济史 Economic history
7902710 世界经济史 World economic history
7902720 中国经济史 Chinese economic history
7902799 经济史其他学科 Economic history not elsewhere classified
79029 世界经济学 World economics
7902911 国际经济关系 International economic relations
7902914 国际贸易学 International trade
7902917 国际货币经济学 International monetary economics
7902921 国际金融学 International finance
7902924 国际投资学 International investment
7902927 国际收支理论 Balance of payments theory
7902931 美国经济 United States economy
7902934 日本经济 Japanese economy
7902937 德国经济 German economy
7902941 法国经济 French economy
7902944 英国经济 British economy
7902947 俄罗斯经济 Russian economy
7902951 欧洲经济 European economy
7902952 中东欧经济 Central and Eastern European economy
7902954 北美经济 North American economy
7902957 亚太经济 Asia-Pacific economy
7902961 拉美经济 Latin American economy
7902964 非洲经济 African economy
7902966 中亚经济 Central Asian economy
7902968 西亚经济 West Asian economy
7902971 世界经济统计 World economic statistics
7902999 世界经济学其他学科 World economics not elsewhere classified
79031 国民经济学 National economics
7903110 国民经济计划学 National economic planning
7903120 区域经济学 Regional economics
7903130 消费经济学 Consumption economics
7903140 投资经济学 Investment economics
7903199 国民经济学其他学科 National economics not elsewhere classified
79033 管理经济学 Managerial economics
79035 数量经济学 Quantitative economics
7903510 数理经济学 Mathematical economics
7903520 经济计量学 Econometrics
7903599 数量经济学其他学科 Quantitative economics not elsewhere classified
79037 会计学 Accounting
7903710 工业会计学 Industrial accounting
7903720 农业会计学 Agricultural accounting
7903730 商业会计学 Commercial accounting
7903740 银行会计学 Bank accounting
7903750 交通运输会计学 Transport accounting
7903799 会计学其他学科 Accounting not elsewhere classified
79039 审计学 Auditing
79041 技术经济学 Technological economics
7904105 技术经济理论与方法 Theory and methods of technological economics
7904110 工程经济学 Engineering economics
7904115 工业技术经济学 Industrial technology economics
7904120 农业技术经济学 Agricultural technology economics
7904125 能源技术经济学 Energy technology economics
7904130 交通运输技术经济学 Transport technology economics
7904135 建筑技术经济学 Construction technology economics
7904140 物流技术经济学 Logistics technology economics
7904141 贸易技术经济学 Trade technology economics
7904145 技术进步经济学 Economics of technological progress
7904150 资源开发利用技术经济学 Resource development and utilisation technology economics
7904155 环境保护技术经济学 Environmental protection technology economics
7904160 生产力布局技术经济学 Technology economics of productive force allocation
7904165 消费技术经济学 Consumption technology economics
7904170 服务业技术经济学 Service industry technology economics
7904199 技术经济学其他学科 Technological economics not elsewhere classified
79043 生态经济学 Ecological economics
7904310 森林生态经济学 Forest ecological economics
7904320 草原生态经济学 Grassland ecological economics
7904330 水域生态经济学 Aquatic ecological economics
7904340 城市生态经济学 Urban ecological economics
7904350 区域生态经济学 Regional ecological economics
7904399 生态经济学其他学科 Ecological economics not elsewhere classified
79045 劳动经济学 Labour economics
7904510 就业经济学 Employment economics
7904525 健康经济学 Health economics
7904560 劳动经济史 Labour economic history
7904599 劳动经济学其他学科 Labour economics not elsewhere classified
79047 城市经济学 Urban economics
7904710 城市经济管理学 Urban economic management
7904720 城市土地经济学 Urban land economics
7904730 市政经济学 Municipal economics
7904740 房地产经济学 Real estate economics
7904750 城郊经济学 Suburban economics
7904799 城市经济学其他学科 Urban economics not elsewhere classified
79049 资源经济学 Resource economics
7904910 海洋资源经济学 Marine resource economics
7904920 生物资源经济学 Biological resource economics
7904930 矿产资源经济学 Mineral resource economics
7904940 能源经济学 Energy economics
7904950 资源开发与利用 Resource development and utilisation
7904999 资源经济学其他学科 Resource economics not elsewhere classified
79051 环境经济学 Environmental economics
79052 可持续发展经济学 Economics of sustainable development
79053 物流经济学 Logistics economics
7905310 物流经济理论 Theory of logistics economics
7905320 物流管理学 Logistics management
7905399 物流经济学其他学科 Logistics economics not elsewhere classified
79055 工业经济学 Industrial economics
7905510 工业发展经济学 Industrial development economics
7905520 工业企业经营管理学 Industrial enterprise management
7905530 工业经济地理 Industrial economic geography
7905540 工业部门经济学 Economics of industrial sectors
7905550 工业经济史 Industrial economic history
7905599 工业经济学其他学科 Industrial economics not elsewhere classified
79057 农村经济学 Rural economics
7905710 农村宏观经济学 Rural macroeconomics
7905720 农村产业经济学 Rural industrial economics
7905730 农村区域经济学 Rural regional economics
7905799 农村经济学其他学科 Rural economics not elsewhere classified
79059 农业经济学 Agricultural economics
7905910 农业生态经济学 Agroecological economics
7905920 农业生产经济学 Agricultural production economics
7905930 土地经济学 Land economics
7905940 农业经济史 Agricultural economic history
7905950 农业企业经营管理 Agricultural enterprise management
7905960 合作经济 Cooperative economics
7905970 世界农业经济 World agricultural economy
7905980 种植业经济学 Crop farming economics
7905999 农业经济学其他学科 Agricultural economics not elsewhere classified
79061 交通运输经济学 Transport economics
7906110 城市运输经济学 Urban transport economics
7906120 铁路运输经济学 Railway transport economics
7906130 航空运输经济学 Air transport economics
7906140 公路运输经济学 Road transport economics
7906150 水路运输经济学 Waterway transport economics
7906160 综合运输经济学 Integrated transport economics
7906199 交通运输经济学其他学科 Transport economics not elsewhere classified
79063 商业经济学 Commercial economics
7906310 商业经济学原理 Principles of commercial economics
7906315 商业企业管理学 Commercial enterprise management
7906320 商品流通经济学 Economics of commodity circulation
7906325 市场学 Marketing
7906330 商业心理学 Commercial psychology
7906335 商业社会学 Commercial sociology
7906340 商品学 Commodity science
7906345 商业物流学 Commercial logistics
7906350 商业经济史 History of commercial economy
7906355 广告学 Advertising
7906360 服务经济学 Service economics
7906399 商业经济学其他学科 Commercial economics not elsewhere classified
79065 价格学 Price theory
7906510 价格学原理 Principles of pricing
7906520 部门价格学 Sectoral pricing
7906530 广义价格学 Generalised price theory
7906540 成本管理学 Cost management
7906550 价格史 Price history
7906560 比较价格学 Comparative price theory
7906599 价格学其他学科 Price theory not elsewhere classified
79067 旅游经济学 Tourism economics
7906710 旅游经济学理论 Theory of tourism economics
7906720 旅游经济管理学 Tourism economic management
7906730 旅游企业管理学 Tourism enterprise management
7906740 旅游事业史 History of tourism
7906799 旅游经济学其他学科 Tourism economics not elsewhere classified
79069 信息经济学 Information economics
79071 财政学 Public finance
7907110 理论财政学 Theoretical public finance
7907140 比较财政学 Comparative public finance
7907150 财政思想史 History of public finance thought
7907160 财政史 History of public finance
7907170 财政管理学 Public finance management
7907180 税务管理学 Tax administration
7907199 财政学其他学科 Public finance not elsewhere classified
79073 金融学 Finance
7907310 货币经济学 Monetary economics
7907313 货币史 History of money
7907315 货币思想史 History of monetary thought
7907320 银行学 Banking
7907322 金融风险管理学 Financial risk management
7907325 金融资产管理学 Financial asset management
7907330 信贷理论 Credit theory
7907335 投资理论 Investment theory
7907340 金融市场 Financial markets
7907343 公司金融学 Corporate finance
7907344 房地产金融学 Real estate finance
7907345 农村金融学 Rural finance
7907346 开发性金融学 Development finance
7907350 金融史、银行史 History of finance and banking
7907353 金融发展学 Financial development
7907356 金融工程学 Financial engineering
7907359 金融制度学 Financial institutions
7907399 金融学其他学科 Finance not elsewhere classified
79075 保险学 Insurance
7907505 保险史 History of insurance
7907510 保险管理 Insurance management
7907599 保险学其他学科 Insurance not elsewhere classified
79077 国防经济学 Defence economics
79099 经济学其他学科 Economics not elsewhere classified
81010 政治学理论 Political theory
8101010 比较政治学 Comparative politics
8101020 政治社会学 Political sociology
8101030 政治心理学 Political psychology
8101040 地缘政治学 Geopolitics
8101050 中外政治学说史 History of Chinese and foreign political thought
8101060 政治学方法论 Methodology of political science
8101099 政治学理论其他学科 Political theory not elsewhere classified
81020 政治制度 Political systems
8102010 政治制度理论 Theory of political systems
8102015 议会制度 Parliamentary systems
8102020 行政制度 Administrative systems
8102025 司法制度 Judicial systems
8102030 政党制度 Party systems
8102035 选举制度 Electoral systems
8102040 中国政治制度 Chinese political system
8102045 外国政治制度 Foreign political systems
8102050 比较政治制度 Comparative political systems
8102055 中国政治制度史 History of the Chinese political system
8102060 外国政治制度史 History of foreign political systems
8102099 政治制度其他学科 Political systems not elsewhere classified
81030 行政学 Public administration
8103010 行政理论 Administrative theory
8103020 行政组织 Administrative organisation
8103030 人事行政 Personnel administration
8103040 财务行政 Financial administration
8103050 行政决策 Administrative decision-making
8103099 行政学其他学科 Public administration not elsewhere classified
81040 国际政治学 International politics
8104011 国际关系理论 International relations theory
8104014 国际关系史 History of international relations
8104017 国际组织 International organisations
8104021 外交学 Diplomacy
8104024 外交史 Diplomatic history
8104027 国际比较政治 International comparative politics
8104031 美国政治 United States politics
8104034 英国政治 British politics
8104037 法国政治 French politics
8104041 德国政治 German politics
8104044 日本政治 Japanese politics
8104047 俄罗斯政治 Russian politics
8104051 欧洲政治 European politics
8104052 中东欧政治 Central and Eastern European politics
8104054 北美政治 North American politics
8104057 亚太政治 Asia-Pacific politics
8104061 拉美政治 Latin American politics
8104064 非洲政治 African politics
8104068 中亚政治 Central Asian politics
8104069 西亚政治 West Asian politics
8104099 国际政治学其他学科 International politics not elsewhere classified
81099 政治学其他学科 Political science not elsewhere classified
82010 理论法学 Theoretical law
8201010 法理学 Jurisprudence
8201020 法哲学 Philosophy of law
8201030 比较法学 Comparative law
8201040 法社会学 Sociology of law
8201050 立法学 Legislation studies
8201060 法律逻辑学 Legal logic
8201070 法律教育学 Legal education
8201080 法律心理学 Legal psychology
8201099 理论法学其他学科 Theoretical law not elsewhere classified
82020 法律史学 Legal history
8202010 中国法律思想史 History of Chinese legal thought
8202020 外国法律思想史 History of foreign legal thought
8202030 法律制度史 History of legal systems
8202099 法律史学其他学科 Legal history not elsewhere classified
82030 部门法学 Branches of law
8203010 宪法学 Constitutional law
8203015 行政法学 Administrative law
8203020 民法学 Civil law
8203025 经济法学 Economic law
8203030 劳动法学 Labour law
8203035 婚姻法学 Marriage law
8203040 民事诉讼法学 Civil procedure law
8203045 行政诉讼法学 Administrative procedure law
8203050 刑事诉讼法学 Criminal procedure law
8203055 刑法学 Criminal law
8203060 刑事侦查学 Criminal investigation
8203065 司法鉴定学 Forensic expertise
8203070 军事法学 Military law
8203072 卫生法学 Health law
8203075 环境法学 Environmental law
8203080 安全法学 Safety law
8203085 知识产权法学 Intellectual property law
8203088 宗教法学 Religious law
8203099 部门法学其他学科 Branches of law not elsewhere classified
82040 国际法学 International law
8204010 国际公法学 Public international law
8204020 国际私法学 Private international law
8204030 国际刑法学 International criminal law
8204040 国际经济法学 International economic law
8204050 国际环境法学 International environmental law
8204060 国际知识产权法学 International intellectual property law
8204099 国际法学其他学科 International law not elsewhere classified
82099 法学其他学科 Law not elsewhere classified
83010 军事理论 Military theory
8301010 马、恩、列、斯军事理论 Military theory of Marx, Engels, Lenin and Stalin
8301020 毛泽东军事思想 Mao Zedong military thought
8301099 军事理论其他学科 Military theory not elsewhere classified
83015 军事史 Military history
8301510 中国古代战争史 History of ancient Chinese wars
8301520 中国近代战争史 History of modern Chinese wars
8301530 中国现代战争史 History of contemporary Chinese wars
8301540 世界战争史 World history of war
8301550 军事思想史 History of military thought
8301560 军事技术史 History of military technology
8301599 军事史其他学科 Military history not elsewhere classified
83020 军事心理学 Military psychology
83025 战略学 Military strategy
8302510 战略学理论 Theory of strategy
8302520 核战略学 Nuclear strategy
8302599 战略学其他学科 Military strategy not elsewhere classified
83030 战役学 Operational art
8303010 合同战役学 Combined arms operations
8303020 海军战役学 Naval operations
8303030 空军战役学 Air force operations
8303040 导弹部队战役学 Missile force operations
8303050 陆军战役学 Army operations
8303099 战役学其他学科 Operational art not elsewhere classified
83035 战术学 Military tactics
8303510 合同战术学 Combined arms tactics
8303520 陆军战术学 Army tactics
8303530 海军战术学 Naval tactics
8303540 空军战术学 Air force tactics
8303550 导弹部队战术学 Missile force tactics
8303599 战术学其他学科 Military tactics not elsewhere classified
83040 军队指挥学 Military command
8304010 作战指挥 Operational command
8304020 军事系统工程 Military systems engineering
8304030 军事通信学 Military communications
8304040 军事情报学 Military intelligence
8304099 军队指挥学其他学科 Military command not elsewhere classified
83045 军制学 Military systems and institutions
8304510 军事组织体制 Military organisation
8304520 军事装备学 Military equipment
8304530 军队管理学 Military management
8304599 军制学其他学科 Military systems and institutions not elsewhere classified
83050 军队政治工作学 Military political work
8305010 军队思想教育工作学 Military ideological education
8305020 军队组织工作学 Military organisational work
8305099 军队政治工作学其他学科 Military political work not elsewhere classified
83055 军事后勤学 Military logistics
8305510 后勤组织指挥 Logistics organisation and command
8305520 后方专业勤务 Specialised rear services
8305599 军事后勤学其他学科 Military logistics not elsewhere classified
83060 军事地学 Military geoscience
8306010 中国军事地理 Military geography of China
8306020 世界军事地理 World military geography
8306030 军事地形学 Military topography
8306040 军事测绘学 Military surveying and mapping
8306050 军事气象学 Military meteorology
8306060 军事水文学 Military hydrology
8306099 军事地学其他学科 Military geoscience not elsewhere classified
83065 军事技术 Military technology
83099 军事学其他学科 Military science not elsewhere classified
84011 社会学史 History of sociology
8401110 中国社会学史 History of Chinese sociology
8401120 外国社会学史 History of foreign sociology
8401199 社会学史其他学科 History of sociology not elsewhere classified
84014 社会学理论 Sociological theory
8401410 社会学原理 Principles of sociology
8401420 社会思想史 History of social thought
8401499 社会学理论其他学科 Sociological theory not elsewhere classified
84017 社会学方法 Sociological methods
8401710 社会调查方法 Social survey methods
8401799 社会学方法其他学科 Sociological methods not elsewhere classified
84021 实验社会学 Experimental sociology
84024 数理社会学 Mathematical sociology
84027 应用社会学 Applied sociology
8402711 职业社会学 Sociology of occupations
8402714 工业社会学 Industrial sociology
8402717 医学社会学 Medical sociology
8402727 城市社会学 Urban sociology
8402731 农村社会学 Rural sociology
8402734 环境社会学 Environmental sociology
8402737 家庭社会学 Sociology of the family
8402741 青年社会学 Sociology of youth
8402744 老年社会学 Sociology of ageing
8402747 犯罪社会学 Sociology of crime
8402751 越轨社会学 Sociology of deviance
8402754 妇女问题研究 Women's studies
8402757 种族问题研究 Race studies
8402761 社会问题研究 Social problems
8402764 社会群体及分层问题研究 Social groups and stratification
8402767 社区研究 Community studies
8402771 社会保障研究 Social security studies
8402774 社会工作 Social work
8402799 应用社会学其他学科 Applied sociology not elsewhere classified
84031 比较社会学 Comparative sociology
84034 社会地理学 Social geography
84037 文化社会学 Sociology of culture
8403710 艺术社会学 Sociology of art
8403720 知识社会学 Sociology of knowledge
8403730 道德社会学 Sociology of morality
8403799 文化社会学其他学科 Sociology of culture not elsewhere classified
84041 历史社会学 Historical sociology
84044 经济社会学 Economic sociology
84047 军事社会学 Military sociology
84054 公共关系学 Public relations
84057 社会人类学 Social anthropology
84061 组织社会学 Sociology of organisations
84064 发展社会学 Sociology of development
84067 福利社会学 Sociology of welfare
84071 人口学 Demography
8407110 人口理论 Population theory
8407115 人口经济学 Population economics
8407120 人口社会学 Sociology of population
8407125 人口学说史 History of population theory
8407130 历史人口 Historical demography
8407135 人口地理学 Population geography
8407140 人口生态学 Human population ecology
8407145 区域人口学 Regional demography
8407150 人口系统工程 Population systems engineering
8407155 人口预测学 Population forecasting
8407160 人口规划学 Population planning
8407165 人口政策 Population policy
8407170 计划生育学 Family planning
8407199 人口学其他学科 Demography not elsewhere classified
84074 劳动科学 Labour science
8407420 劳动管理学 Labour management
8407425 劳动统计学 Labour statistics
8407430 劳动社会学 Sociology of labour
8407435 劳动心理学 Labour psychology
8407440 社会保险学 Social insurance
8407445 职业安全卫生科学技术 Occupational safety and health
8407499 劳动科学其他学科 Labour science not elsewhere classified
84099 社会学其他学科 Sociology not elsewhere classified
85010 民族问题理论 Theory of ethnic issues
8501010 民族问题与民族政策 Ethnic issues and ethnic policy
8501020 民族关系 Ethnic relations
8501030 民族经济 Ethnic economy
8501040 民族教育 Ethnic education
8501050 民族法制 Ethnic legal system
8501060 民族心理学 Ethnic psychology
8501070 少数民族政治制度 Political systems of ethnic minorities
8501099 民族问题理论其他学科 Theory of ethnic issues not elsewhere classified
85020 民族史学 Ethnic historiography
8502010 民族史 Ethnic history
8502020 民族关系史 History of ethnic relations
8502099 民族史学其他学科 Ethnic historiography not elsewhere classified
85030 蒙古学 Mongolian studies
85040 藏学 Tibetology
85042 新疆民族研究 Xinjiang ethnic studies
85050 文化人类学与民俗学 Cultural anthropology and folklore
85060 世界民族研究 World ethnic studies
85070 文化学 Cultural studies
8507010 文化地理学 Cultural geography
8507020 文化心理学 Cultural psychology
8507030 文化遗产学 Cultural heritage studies
8507099 文化学其他学科 Cultural studies not elsewhere classified
85099 民族和文化学其他学科 Ethnology and cultural studies not elsewhere classified
86010 新闻理论 Journalism theory
8601010 新闻学 Journalism studies
8601015 马克思主义新闻理论 Marxist journalism theory
8601020 西方新闻理论 Western journalism theory
8601025 新闻法 Press law
8601030 舆论学 Public opinion studies
8601035 新闻伦理学 Journalism ethics
8601040 新闻社会学 Sociology of journalism
8601045 新闻心理学 Psychology of journalism
8601050 比较新闻学 Comparative journalism
8601099 新闻理论其他学科 Journalism theory not elsewhere classified
86020 新闻史 History of journalism
8602010 中国新闻事业史 History of Chinese journalism
8602020 世界新闻事业史 History of world journalism
8602030 新闻思想史 History of journalistic thought
8602040 传播技术史 History of communication technology
8602099 新闻史其他学科 History of journalism not elsewhere classified
86030 新闻业务 Journalism practice
8603010 新闻采访 News gathering
8603020 新闻写作 News writing
8603030 新闻编辑 News editing
8603040 新闻评论 News commentary
8603050 新闻摄影 Photojournalism
8603099 新闻业务其他学科 Journalism practice not elsewhere classified
86040 新闻事业经营管理 Media business management
8604010 传媒经济 Media economics
8604020 传媒管理 Media management
8604099 新闻事业经营管理其他学科 Media business management not elsewhere classified
86050 广播与电视 Radio and television
8605010 广播电视史 History of broadcasting
8605020 广播电视理论 Broadcasting theory
8605030 广播电视业务 Broadcasting practice
8605040 广播电视播音 Broadcast announcing
8605099 广播与电视其他学科 Radio and television not elsewhere classified
86060 传播学 Communication studies
8606010 传播史 History of communication
8606020 传播理论 Communication theory
8606030 传播技术 Communication technology
8606040 组织传播学 Organisational communication
8606050 传播与社会发展 Communication and social development
8606051 人际传播 Interpersonal communication
8606053 国际传播 International communication
8606055 跨文化传播 Intercultural communication
8606057 网络传播 Internet communication
8606059 新媒介传播 New media communication
8606099 传播学其他学科 Communication studies not elsewhere classified
86099 新闻学与传播学其他学科 Journalism and communication not elsewhere classified
87010 图书馆学 Library science
8701010 图书馆学史 History of library science
8701015 比较图书馆学 Comparative librarianship
8701020 图书馆社会学 Sociology of libraries
8701025 图书馆管理学 Library management
8701030 图书馆建筑学 Library architecture
8701035 图书采访学 Library acquisitions
8701040 图书分类学 Library classification
8701045 图书编目学 Library cataloguing
8701050 目录学 Bibliography
8701055 图书馆服务学 Library services
8701099 图书馆学其他学科 Library science not elsewhere classified
87020 文献学 Documentation science
8702010 文献类型学 Document typology
8702020 文献计量学 Bibliometrics
8702030 文献检索学 Document retrieval
8702040 图书史 History of books
8702050 版本学 Study of editions
8702060 校勘学 Textual criticism
8702099 文献学其他学科 Documentation science not elsewhere classified
87030 情报学 Information science
8703010 情报学史 History of information science
8703015 情报社会学 Sociology of information
8703020 比较情报学 Comparative information science
8703025 情报计量学 Informetrics
8703030 情报心理学 Information psychology
8703035 情报管理学 Information management
8703040 情报服务学 Information services
8703045 情报经济学 Economics of information
8703050 情报检索学 Information retrieval
8703055 情报系统理论 Information systems theory
8703060 情报技术 Information technology
8703065 科学技术情报学 Scientific and technical information
8703070 社会科学情报学 Social science information
8703099 情报学其他学科 Information science not elsewhere classified
87040 档案学 Archival science
8704010 档案学史 History of archival science
8704020 档案管理学 Archives management
8704030 档案保护技术学 Archives preservation technology
8704040 档案编纂学 Archival compilation
8704099 档案学其他学科 Archival science not elsewhere classified
87050 博物馆学 Museology
87099 图书馆、情报与文献学其他学科 Library, information and documentation science not elsewhere classified
88011 教育史 History of education
88014 教育学原理 Principles of education
88017 教学论 Theory of teaching
88021 德育原理 Principles of moral education
88024 教育社会学 Sociology of education
88031 教育经济学 Economics of education
88034 教育管理学 Educational administration
88037 比较教育学 Comparative education
88041 教育技术学 Educational technology
88044 军事教育学 Military education
88047 学前教育学 Preschool education
88051 普通教育学 General education
88054 高等教育学 Higher education
88057 成人教育学 Adult education
88061 职业技术教育学 Vocational and technical education
88064 特殊教育学 Special education
88099 教育学其他学科 Education not elsewhere classified
89010 体育史 History of sport
89015 体育理论 Theory of sport
89020 运动生物力学 Sports biomechanics
89025 运动生理学 Sports physiology
89030 运动心理学 Sports psychology
89035 运动生物化学 Sports biochemistry
89040 体育保健学 Sports health care
89045 运动训练学 Sports training
89050 体育教育学 Physical education
89055 武术理论与方法 Theory and methods of wushu
89060 体育管理学 Sports management
89065 体育经济学 Sports economics
89099 体育科学其他学科 Sports science not elsewhere classified
91010 统计学史 History of statistics
91030 经济统计学 Economic statistics
9103015 国民经济核算 National accounts
9103025 经济统计分析 Economic statistical analysis
9103099 经济统计学其他学科 Economic statistics not elsewhere classified
91035 科学技术统计学 Science and technology statistics
91040 社会统计学 Social statistics
9104010 教育统计学 Educational statistics
9104020 文化与体育统计学 Culture and sports statistics
9104040 司法统计学 Judicial statistics
9104050 社会保障统计学 Social security statistics
9104060 生活质量统计学 Quality of life statistics
9104099 社会统计学其他学科 Social statistics not elsewhere classified
91045 人口统计学 Demographic statistics
91050 环境与生态统计学 Environmental and ecological statistics
9105010 资源统计学 Resource statistics
9105020 环境统计学 Environmental statistics
9105030 生态统计学 Ecological statistics
9105099 环境与生态统计学其他学科 Environmental and ecological statistics not elsewhere classified
91060 生物与医学统计学 Biological and medical statistics
9106010 生物统计学 Biostatistics
9106099 生物与医学统计学其他学科 Biological and medical statistics not elsewhere classified
91099 统计学其他学科 Statistics not elsewhere classified
`

type Option = TemplateField['options'][number]

/** Each discipline below the first level, in the order of the standard. */
export const lowerSubjects: readonly Option[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [value = '', zh = '', ...en] = line.split(' ')
    return { value, title: { zh, en: en.join(' ') } }
  })

/** GB/T 13745 as a template would bring it; `titleOf` names its first level. */
export const standardOptions = (titleOf: (code: Subject) => Option['title']): Option[] => [
  ...subjects.map((value) => ({ value, title: titleOf(value) })),
  ...lowerSubjects,
]
