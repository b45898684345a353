/** The pages of loans, as rows of `PAGES`. */
export const LOAN_PAGES = {
  tab3: {
    title: 'Loans.title',
    frame: { tab: 'loan', width: 'wide' },
    skeleton: 'home',
    feature: 'loans',
    texts: ['CreditScore', 'Loans', 'Money'],
    tabBar: { icon: 'loan', feature: 'loans' },
    menu: { place: 1.6, icon: 'loan', label: 'Layout.tabs.loan' },
  },
  loandetails: {
    title: 'Loans.agreementTitle',
    frame: { back: '/tab3' },
    skeleton: 'receipt',
    feature: 'loans',
    texts: ['Agreement', 'Loans'],
    examples: ['/loandetails?num=1000&loanid=2'],
  },
  setloandetails: {
    title: 'Loans.loan',
    frame: { back: '/tab3' },
    skeleton: 'list',
    feature: 'loans',
    texts: ['Loans', 'Money'],
    examples: [],
  },
} as const;
