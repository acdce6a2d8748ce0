// The texts of the page in every language, by the same keys; a test finds missing ones.
// Names and rules of games are the games' own (English); a language may add translations of
// them under "games", by the game's name. What it does not add is shown as the game says it.

export const texts = {
  en: {
    code: 'en', other: '中文', title: 'grundy',
    game: 'Game', question: 'Question: a game and a position', show: 'Show', theme: 'Light or dark',
    board: 'Board', toolbar: 'Moves back and forth', first: 'First position', undo: 'Undo', redo: 'Redo',
    last: 'Last position', hints: 'Hints', edit: 'Edit', play: 'Play', analyse: 'Analyse', computer: 'Computer',
    friend: 'Two players', watch: 'Watch', strength: 'Strength', begins: 'Begins', you: 'you', machine: 'computer',
    again: 'New game', perfect: 'perfect', answer: 'Answer', stop: 'Stop', win: 'wins', draw: 'draws', loss: 'loses',
    moves: 'Moves', typeMove: 'A move as text', playMove: 'Play', why: 'Why', history: 'Game', rules: 'Rules',
    share: 'Share', copyLink: 'Copy link', copyText: 'Copy text', saveLesson: 'Lesson (HTML)',
    lessonNote: 'The lesson is one file: the position and its game tree, to be played through without the program.',
    keys: 'Arrow keys: choose a place, or go back and forth · Enter: play · H: hints · E: edit',
    yourMove: 'Your move', firstMove: 'First player to move', secondMove: 'Second player to move',
    thinking: 'The computer is thinking', over: 'The game is over',
    youWin: 'You win', machineWins: 'The computer wins', firstWins: 'The first player wins', secondWins: 'The second player wins',
    drawn: 'A draw', noMoves: 'no move is left',
    toMove: 'The player to move', unknown: 'not known', nimber: 'nimber', nimberNotZero: 'nimber not 0',
    plies: '{n} plies to the end', limitNodes: 'the limit of positions was reached', limitMemory: 'the limit of memory was reached',
    limitStopped: 'stopped', working: 'Working: {n} positions', hidden: 'Hints are off. Turn them on to see what each move leads to.',
    moveCount: '{n} moves', moreMoves: 'and more; type a move to play it', moreShown: '{n} more', winningMoves: '{n} winning',
    leaves: 'leaves nimber {n}', after: '{n} plies after it', choose: 'Choose a move', chooseEdit: 'Change this to',
    wholeBoard: 'Whole board', placeless: 'Moves', editing: 'Editing: choose a place to change it', noEdits: 'This board is edited as text, in the line above.',
    part: 'Part', bits: 'in bits', xor: 'exclusive or', term: 'Term',
    zero: 'The exclusive or is 0: every move changes it, and the other player can make it 0 again.',
    notZero: 'A move wins when it makes the exclusive or 0. To that end, change one of these parts:',
    change: 'in {part}: {a} to {b}', start: 'Start', ply: 'after {n} moves', plotNimber: 'Nimber after each move', plotPlies: 'Plies to the end after each move',
    position: 'Positions', notation: 'Moves', variants: 'Variants', examples: 'Examples', source: 'Source',
    copied: 'Copied', line: 'line {line}, column {column}', lost: 'The server does not answer. Is it still running?',
    method: 'method: {method}; {n} positions', about: 'Board of term {n}: {title}', rate: '{n} % best moves',
    sequence: 'Sequence', heapGame: 'A game with its size left open, such as kayles, heaps:0.77 or cram 2xN', to: 'to', proved: 'proved', observed: 'observed to {n}',
    noPeriod: 'no period up to {n}', periodIs: 'period {p} from heap {n} on', saltusIs: 'saltus {n}', periodicTable: 'one period a row; exceptions to the period are framed',
    table: 'Table', template: 'Game, R and C for its sizes', rows: 'Rows to', columns: 'Columns to', tableHint: 'nimber by row and column; 0 loses',
    tableAt: '{game}, row {r}, column {c}: {what}', observedHere: 'Observed in this table, not proved:',
    own: 'Your own game', ownRules: 'Rules in Starlark', ownFile: 'A file of rules', ownStart: 'Position',
    ownHint: 'Define options(p): what one move can lead to. The language is a subset of Python. The rules run here, within limits.',
    games: {},
  },
  zh: {
    code: 'zh-CN', other: 'English', title: 'grundy',
    game: '游戏', question: '问题：游戏与局面', show: '显示', theme: '浅色或深色',
    board: '棋盘', toolbar: '前后翻看', first: '最初局面', undo: '悔棋', redo: '重做',
    last: '最后局面', hints: '提示', edit: '编辑', play: '对局', analyse: '分析', computer: '人机',
    friend: '双人', watch: '观战', strength: '棋力', begins: '先手', you: '你', machine: '电脑',
    again: '新对局', perfect: '完美', answer: '答案', stop: '停止', win: '胜', draw: '和', loss: '负',
    moves: '着法', typeMove: '输入着法', playMove: '走', why: '为什么', history: '棋谱', rules: '规则',
    share: '分享', copyLink: '复制链接', copyText: '复制文字', saveLesson: '课件 (HTML)',
    lessonNote: '课件是一个独立文件：包含局面与博弈树，无需本程序即可离线演示。',
    keys: '方向键：选择位置或前后翻看 · 回车：走子 · H：提示 · E：编辑',
    yourMove: '轮到你', firstMove: '轮到先手', secondMove: '轮到后手',
    thinking: '电脑思考中', over: '对局结束',
    youWin: '你赢了', machineWins: '电脑赢了', firstWins: '先手获胜', secondWins: '后手获胜',
    drawn: '和棋', noMoves: '已无着法',
    toMove: '轮到走的一方', unknown: '未知', nimber: 'nimber（SG 值）', nimberNotZero: 'SG 值不为 0',
    plies: '还有 {n} 步结束', limitNodes: '达到局面数上限', limitMemory: '达到内存上限',
    limitStopped: '已停止', working: '计算中：{n} 个局面', hidden: '提示已关闭。打开提示可看到每一步的结果。',
    moveCount: '{n} 种着法', moreMoves: '还有更多；可直接输入着法', moreShown: '另有 {n} 种', winningMoves: '{n} 种必胜',
    leaves: '走后 SG 值 {n}', after: '之后 {n} 步结束', choose: '选择着法', chooseEdit: '改为',
    wholeBoard: '整个棋盘', placeless: '着法', editing: '编辑：点选位置进行修改', noEdits: '此棋盘请在上方输入框中以文字编辑。',
    part: '部分', bits: '二进制', xor: '异或', term: '第几项',
    zero: '异或为 0：任何一步都会改变它，而对方总能再把它变回 0。',
    notZero: '使异或变为 0 的着法必胜。为此改变下列部分之一：',
    change: '{part}：{a} 变为 {b}', start: '开始', ply: '第 {n} 步后', plotNimber: '每一步之后的 SG 值', plotPlies: '每一步之后到结束的步数',
    position: '局面', notation: '着法', variants: '变体', examples: '例子', source: '来源',
    copied: '已复制', line: '第 {line} 行第 {column} 列', lost: '服务器没有响应。程序还在运行吗？',
    method: '方法：{method}；{n} 个局面', about: '第 {n} 项的棋盘：{title}', rate: '{n}% 最佳着法',
    sequence: '序列', heapGame: '大小待定的游戏，如 kayles、heaps:0.77 或 cram 2xN', to: '至', proved: '已证明', observed: '观察至 {n}',
    noPeriod: '至 {n} 未见周期', periodIs: '从第 {n} 堆起周期为 {p}', saltusIs: '每周期增加 {n}', periodicTable: '每行一个周期；不符合周期的值加框',
    table: '表', template: '游戏（R、C 代表大小）', rows: '行至', columns: '列至', tableHint: '各行各列的 SG 值；0 为负',
    tableAt: '{game}，第 {r} 行第 {c} 列：{what}', observedHere: '在此表中观察到（未证明）：',
    own: '自定义游戏', ownRules: '用 Starlark 写的规则', ownFile: '规则文件', ownStart: '局面',
    ownHint: '定义 options(p)：一步可以到达的局面。语言是 Python 的子集。规则在本机受限运行。',
    games: {
      darkraft: { title: '黑暗世界 (Darkraft)', rules: '棋盘每格有一个反射器 L、R 或 X。每步选择一个有效格，它会发出射线：L 向左下与右上，R 向左上与右下，X 向四个方向；该格与射线经过的格全部失效。射线在遇到失效格之前或到边界停止。不能走者负。' },
      reclamation: { title: '填河 (More Reclamation)', rules: '河有 R 行 2 列。每步填一个空格；此后同一行、上一行和下一行的另一列都不能再填，因此河永不被堵住。同一列相邻是允许的。不能走者负。' },
      river: { title: '河流游戏 (River Game)', rules: '棋盘由水格、硬地格与保护格组成。每步在与水格有公共边的硬地格上放一台摄像机。接触同一水域的两台摄像机不能相邻。不能走者负。' },
      bo: { title: '人生赢家 Bo', rules: '一枚棋子在 N 行 M 列的棋盘上，双方轮流按国际象棋走法移动，但不能向上或向左。把棋子走到最后一格 (N, M) 的一方获胜。若在别处无法移动（只有马会如此），则为和棋。' },
      nim: { title: '尼姆 (Nim)', rules: '有若干堆石子。每步从一堆中取走至少一个石子。不能走者负。' },
      kayles: { title: '凯尔斯 (Kayles)', rules: '有若干排木瓶。每步击倒一个或相邻两个木瓶，剩下的两边各自成为一排。不能走者负。' },
      wythoff: { title: '威佐夫博弈 (Wythoff)', rules: '有两堆石子。每步从一堆中取走至少一个，或从两堆中取走同样多。不能走者负。' },
      'r-wythoff': { title: '带容差 r 的威佐夫博弈', rules: '有两堆石子和一个数 r。每步从一堆中取走至少一个，或从两堆中各取若干，两者之差小于 r。不能走者负。' },
      euclid: { title: '欧几里得游戏 (Euclid)', rules: '有两个正整数。每步从较大数中减去较小数的正整数倍，剩下的必须为正。两数相等时不能走，不能走者负。' },
      fibonacci: { title: '斐波那契尼姆', rules: '有一堆石子。先手至少取一个，但不能取完。此后每人至少取一个，至多取对方上次所取的两倍。不能走者负。' },
      koppers: { title: '科佩尔尼姆 (Koppers)', rules: '有两堆石子，都不为空。每步丢掉一堆，并把另一堆分成两个非空堆。两堆都只剩一个时不能走，不能走者负。' },
      nimhoff: { title: '循环尼姆霍夫', rules: '有若干堆石子和一个数 h。每步从一堆中取任意多个，或从几堆中共取少于 h 个。不能走者负。' },
      pass: { title: '可弃权一次的减法游戏', rules: '有若干堆石子。每步从一堆中取走允许的个数。全局中只要还有石子，可有一人弃权一次，此后不得再弃权。两者都不能者负。' },
      mark: { title: 'Mark', rules: '有若干堆石子。每步从一堆中取走允许的个数，或把一堆除以允许的数并向下取整。不能走者负。' },
      'i-mark': { title: 'i-Mark', rules: '有若干堆石子。每步从一堆中取走允许的个数，或把一堆除以能整除它的允许的数。不能走者负。' },
      'wind-up': { title: '上发条 (Wind-up)', rules: '每个钟有 n 个小时，从 0 到 n - 1。每步把一个钟往回拨允许的小时数，可以越过 0。指向 0 的钟已停。不能走者负；无休止则为和棋。' },
      arena: { title: '有向图上的游戏', rules: '棋子放在有向图的结点上。每步把一枚棋子沿一条边移动。不能走者负；无休止则为和棋。没有出边的结点可以标记：停在那里是和棋或获胜。' },
      piece: { title: '棋盘上的一枚棋子', rules: '一枚棋子在棋盘上。每步沿它的一个向量走一次；带 + 的向量可走任意多次。把它走到目标格的一方获胜。在别处不能走时，有目标格则和，没有则负。无休止则为和棋。' },
      annihilation: { title: '湮灭游戏', rules: '棋子放在图的不同结点上。每步把一枚棋子沿一条边移动；若那里已有棋子，两枚一起消失。不能走者负；无休止则为和棋。' },
      'node-kayles': { title: '点凯尔斯 (Node Kayles)', rules: '每步取走图的一个顶点和它的所有邻点。不能走者负。' },
      'arc-kayles': { title: '边凯尔斯 (Arc Kayles)', rules: '每步取走图的一条边和它的两个端点，以及与它们相连的所有边。不能走者负。' },
      cram: { title: '填多米诺 (Cram)', rules: '每步把一块多米诺骨牌横放或竖放在两个相邻的空格上。不能走者负。' },
      chomp: { title: '啃巧克力 (Chomp)', rules: '一块巧克力，各行自上而下不变长。每步选一格，吃掉它以及它下方、右方和右下方的所有格；左上角的一格有毒，不能吃。只剩毒格者负。' },
      nogo: { title: '无偏 NoGo', rules: '每步在空格上放一枚黑子或白子；此后每个同色连通块都必须与某个空格相邻。不能走者负。' },
      heaps: { title: '取子与分堆 (Heaps)', rules: '有若干堆石子。每步从一堆中取子，并可把剩下的分成几堆，具体由 heaps: 后面的编码规定；grundy games heaps:编码 会用文字说明规则。不能走者负。' },
    },
  },
};

let language = 'en';

export function setLanguage(code) {
  language = texts[code] ? code : 'en';
}

export function currentLanguage() {
  return language;
}

// The text of a key, with {name} filled in.
export function t(key, values = {}) {
  const text = texts[language][key] ?? texts.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// What the language says of a game, or the game itself.
export function gameText(game, field) {
  return texts[language].games[game.name]?.[field] ?? game[field];
}
