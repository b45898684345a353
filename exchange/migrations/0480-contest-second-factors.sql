-- Since when a mailed link of before it says that somebody else bound it; null: nobody says so. Its use at a sign-in or a confirmation ends that.
ALTER TABLE second_factors ADD COLUMN contested_at timestamptz;
