// The page without a line: says so in the reader's language, and shows the last known prices marked as old. It can do nothing but try again.
(() => {
  const TEXTS = {
  "en": {
    "title": "You are offline",
    "text": "The connection to Candor is down. Nothing can be traded or sent from here, and nothing that you confirmed was lost.",
    "figures": "Last known figures",
    "asOf": "old, as of",
    "old": "These figures are old. They are shown again when you are online.",
    "retry": "Try again"
  },
  "de": {
    "title": "Sie sind offline",
    "text": "Die Verbindung zu Candor ist unterbrochen. Hier kann nichts gehandelt oder gesendet werden, und nichts, was Sie bestätigt haben, ist verloren.",
    "figures": "Zuletzt bekannte Zahlen",
    "asOf": "alt, Stand",
    "old": "Diese Zahlen sind alt. Sobald Sie wieder online sind, sehen Sie die aktuellen.",
    "retry": "Erneut versuchen"
  },
  "es": {
    "title": "Está sin conexión",
    "text": "La conexión con Candor está interrumpida. Desde aquí no se puede operar ni enviar nada, y no se perdió nada de lo que confirmó.",
    "figures": "Últimas cifras conocidas",
    "asOf": "antiguas, a las",
    "old": "Estas cifras son antiguas. Verá las actuales cuando vuelva a tener conexión.",
    "retry": "Reintentar"
  },
  "fr": {
    "title": "Vous êtes hors ligne",
    "text": "La connexion à Candor est interrompue. Rien ne peut être négocié ni envoyé d’ici, et rien de ce que vous avez confirmé n’a été perdu.",
    "figures": "Derniers chiffres connus",
    "asOf": "anciens, au",
    "old": "Ces chiffres sont anciens. Vous verrez les chiffres actuels une fois en ligne.",
    "retry": "Réessayer"
  },
  "it": {
    "title": "Sei offline",
    "text": "La connessione a Candor è interrotta. Da qui non si può negoziare né inviare nulla, e nulla di ciò che hai confermato è andato perso.",
    "figures": "Ultime cifre note",
    "asOf": "vecchie, al",
    "old": "Queste cifre sono vecchie. Vedrai quelle attuali appena torni online.",
    "retry": "Riprova"
  },
  "ja": {
    "title": "オフラインです",
    "text": "Candor に接続できません。この画面では取引も送金もできません。確定済みの操作は失われていません。",
    "figures": "最後に確認できた数値",
    "asOf": "古い値、時点",
    "old": "これらは古い数値です。接続が戻ると最新の値が表示されます。",
    "retry": "もう一度試す"
  },
  "ko": {
    "title": "오프라인 상태입니다",
    "text": "Candor에 연결할 수 없습니다. 여기서는 거래나 송금을 할 수 없으며, 확인하신 내용은 사라지지 않았습니다.",
    "figures": "마지막으로 확인된 수치",
    "asOf": "이전 값, 기준",
    "old": "이전 수치입니다. 다시 연결되면 최신 수치가 표시됩니다.",
    "retry": "다시 시도"
  },
  "ms": {
    "title": "Anda di luar talian",
    "text": "Sambungan ke Candor terputus. Tiada apa yang boleh didagangkan atau dihantar dari sini, dan tiada apa yang anda sahkan telah hilang.",
    "figures": "Angka terakhir yang diketahui",
    "asOf": "lama, setakat",
    "old": "Angka ini lama. Angka semasa dipaparkan apabila anda dalam talian semula.",
    "retry": "Cuba lagi"
  },
  "ru": {
    "title": "Нет соединения",
    "text": "Связь с Candor прервана. Отсюда нельзя торговать или отправлять средства; ничего из подтверждённого вами не потеряно.",
    "figures": "Последние известные данные",
    "asOf": "устарели, на",
    "old": "Эти данные устарели. Когда связь появится, вы увидите текущие.",
    "retry": "Повторить"
  },
  "tr": {
    "title": "Çevrimdışısınız",
    "text": "Candor bağlantısı kesildi. Buradan işlem yapılamaz veya gönderim yapılamaz; onayladığınız hiçbir şey kaybolmadı.",
    "figures": "Bilinen son değerler",
    "asOf": "eski, tarih",
    "old": "Bu değerler eski. Yeniden çevrimiçi olduğunuzda güncel değerleri görürsünüz.",
    "retry": "Tekrar dene"
  },
  "vi": {
    "title": "Bạn đang ngoại tuyến",
    "text": "Kết nối tới Candor bị gián đoạn. Không thể giao dịch hay gửi gì từ đây; những gì bạn đã xác nhận không bị mất.",
    "figures": "Số liệu gần nhất",
    "asOf": "cũ, lúc",
    "old": "Các số liệu này đã cũ. Số liệu hiện tại sẽ hiện khi bạn trực tuyến trở lại.",
    "retry": "Thử lại"
  },
  "zh-CN": {
    "title": "您已离线",
    "text": "与 Candor 的连接已中断。此处无法交易或转出，您已确认的操作都没有丢失。",
    "figures": "最后已知的数据",
    "asOf": "旧数据，截至",
    "old": "这些数据是旧的。恢复连接后将显示最新数据。",
    "retry": "重试"
  },
  "zh-TW": {
    "title": "您已離線",
    "text": "與 Candor 的連線已中斷。此處無法交易或轉出，您已確認的操作都沒有遺失。",
    "figures": "最後已知的資料",
    "asOf": "舊資料，截至",
    "old": "這些資料是舊的。恢復連線後將顯示最新資料。",
    "retry": "重試"
  }
};
  /** Written by the app while it is online; see components/layout/offline-figures.tsx. */
  const FIGURES = 'candor.last-figures';
  const ROWS_MAX = 12;
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(FIGURES) || 'null');
    } catch {
      return null;
    }
  };
  const known = read();
  const wanted = [known?.locale, ...navigator.languages].filter((one) => typeof one === 'string');
  const locales = Object.keys(TEXTS);
  const find = (name) => locales.find((one) => one === name) ?? locales.find((one) => one.split('-')[0] === name.split('-')[0]);
  const locale = wanted.map(find).find((one) => one !== undefined) ?? 'en';
  document.documentElement.lang = locale;
  for (const [id, text] of Object.entries(TEXTS[locale])) document.getElementById(id).textContent = text;
  document.getElementById('retry').addEventListener('click', () => location.reload());
  addEventListener('online', () => location.reload());
  // A browser says that it is online before a name resolves, and never that a server is back: whoever looks at the page sees it come back all the same.
  const LOOK_MS = 2_000;
  const WAITED = 'candor.offline-wait';
  const LOOK_MS_MAX = 30_000;
  const ANSWER_MS = 5_000;
  const lookIn = (ms) =>
    setTimeout(async () => {
      const isAnswered =
        !document.hidden &&
        (await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
          ({ ok }) => ok,
          () => false,
        ));
      const next = Math.min(LOOK_MS_MAX, document.hidden ? ms : 2 * ms);
      if (!isAnswered) return lookIn(next);
      // Should the page still not come, this one is here again, and waits longer.
      remember(next);
      location.reload();
    }, ms);
  const remember = (ms) => {
    try {
      sessionStorage.setItem(WAITED, JSON.stringify({ ms, at: Date.now() }));
    } catch {
      // Then it waits as long as the first time.
    }
  };
  const recall = () => {
    try {
      const { ms, at } = JSON.parse(sessionStorage.getItem(WAITED) || '{}');
      return Date.now() - at < 2 * LOOK_MS_MAX ? Math.min(LOOK_MS_MAX, Math.max(LOOK_MS, Number(ms) || LOOK_MS)) : LOOK_MS;
    } catch {
      return LOOK_MS;
    }
  };
  // Its own address is where somebody looks at it, not where a page is missing.
  if (location.pathname !== '/offline.html') lookIn(recall());
  if (!Array.isArray(known?.rows) || Number.isNaN(Date.parse(known.at))) return;
  const at = document.getElementById('at');
  at.dateTime = known.at;
  at.textContent = new Date(known.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  for (const { name, price } of known.rows.slice(0, ROWS_MAX)) {
    const row = document.createElement('div');
    const label = document.createElement('dt');
    const value = document.createElement('dd');
    label.textContent = String(name);
    value.textContent = String(price);
    row.append(label, value);
    document.getElementById('rows').append(row);
  }
  document.getElementById('known').hidden = false;
})();
