"""Where Knapsack meets the places people work in: shells, manuals, agents, cron."""
