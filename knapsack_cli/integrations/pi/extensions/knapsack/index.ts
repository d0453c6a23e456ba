// knapsack setup
